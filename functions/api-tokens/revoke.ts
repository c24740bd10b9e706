import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { findApiToken } from '#shared/accounts/identity/api-tokens/store.ts';
import { ownApiToken } from '#shared/accounts/identity/api-tokens/rules.ts';
import { revokeApiToken } from '#shared/accounts/identity/api-tokens/revoke.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/api-tokens/{uuid}',
    summary: 'Revoke an API token',
    auth: 'user',
    permission: 'api_key.manage',
    sessionOnly: true,
    securityEvent: 'api_key.revoked',
    responses: { 204: null },
    read: ({ userId, params }) => findApiToken(userId, params.uuid),
  },
  ({ actor, params, loaded, commit }) => revokeApiToken(ownApiToken(actor, params.uuid, loaded), commit),
);
