import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { findApiToken } from '#shared/accounts/identity/api-tokens/store.ts';
import { ownApiToken } from '#shared/accounts/identity/api-tokens/rules.ts';
import { presentNewApiToken } from '#shared/accounts/identity/api-tokens/present.ts';
import { freshProofBody } from '#shared/accounts/identity/mfa/input.ts';
import { rotateApiToken } from '#shared/accounts/identity/api-tokens/rotate.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/api-tokens/{uuid}/rotate',
    summary: 'Replace an API token by a new one',
    auth: 'user',
    permission: 'api_key.manage',
    sessionOnly: true,
    confirmedEmail: true,
    body: freshProofBody,
    invalidBody: 400,
    securityEvent: 'api_key.rotated',
    responses: { 201: () => import('#shared/accounts/identity/api-tokens/schema.ts').then(schema => schema.newApiTokenSchema) },
    errors: [409, 422],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    read: ({ userId, params }) => findApiToken(userId, params.uuid),
    present: presentNewApiToken,
  },
  ({ actor, params, loaded, body, commit }) =>
    rotateApiToken(actor, { token: ownApiToken(actor, params.uuid, loaded), password: body.password }, commit),
);
