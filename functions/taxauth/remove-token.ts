import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { removeToken } from '#shared/authority/taxauth/connections/remove-token.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/taxauth/tokens/{id}',
    summary: 'Remove a token of the tax authority',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'taxauth_token.removed',
    responses: { 204: null },
    errors: [404],
  },
  ({ actor, params, commit }) => removeToken(actor, params.id, commit),
);
