import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { apiTokenChangeBody } from '#shared/accounts/identity/api-tokens/input.ts';
import { findApiToken } from '#shared/accounts/identity/api-tokens/store.ts';
import { ownApiToken } from '#shared/accounts/identity/api-tokens/rules.ts';
import { presentApiToken } from '#shared/accounts/identity/api-tokens/present.ts';
import { updateApiToken } from '#shared/accounts/identity/api-tokens/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/api-tokens/{uuid}',
    summary: 'Rename an API token or replace its scopes',
    auth: 'user',
    permission: 'api_key.manage',
    sessionOnly: true,
    confirmedEmail: true,
    body: apiTokenChangeBody,
    securityEvent: 'api_key.changed',
    responses: { 200: () => import('#shared/accounts/identity/api-tokens/schema.ts').then(schema => schema.apiTokenSchema) },
    errors: [409],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    read: ({ userId, params }) => findApiToken(userId, params.uuid),
    present: presentApiToken,
  },
  ({ actor, params, loaded, body, commit }) => updateApiToken(actor, ownApiToken(actor, params.uuid, loaded), body, commit),
);
