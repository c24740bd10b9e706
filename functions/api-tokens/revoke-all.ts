import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readApiTokens } from '#shared/accounts/identity/api-tokens/store.ts';
import { revokeAllApiTokens } from '#shared/accounts/identity/api-tokens/revoke.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/api-tokens',
    summary: 'Revoke all API tokens of the caller',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'api_key.revoked',
    responses: { 204: null },
    read: ({ userId }) => readApiTokens(userId),
  },
  ({ loaded }) => revokeAllApiTokens(loaded),
);
