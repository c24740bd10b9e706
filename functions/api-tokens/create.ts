import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { newApiTokenBody } from '#shared/accounts/identity/api-tokens/input.ts';
import { createApiToken } from '#shared/accounts/identity/api-tokens/create.ts';
import { presentNewApiToken } from '#shared/accounts/identity/api-tokens/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/api-tokens',
    summary: 'Create an API token',
    auth: 'user',
    permission: 'api_key.manage',
    sessionOnly: true,
    confirmedEmail: true,
    body: newApiTokenBody,
    securityEvent: 'api_key.created',
    responses: { 201: () => import('#shared/accounts/identity/api-tokens/schema.ts').then(schema => schema.newApiTokenSchema) },
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    present: presentNewApiToken,
  },
  ({ actor, body, commit }) => createApiToken(actor, body, commit),
);
