import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { ApiTokenForm, createApiToken, presentNewApiToken } from '../../shared/identity/api-tokens/manage.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/api-tokens',
    summary: 'Create an API token',
    auth: 'user',
    permission: 'api_key.manage',
    sessionOnly: true,
    body: ApiTokenForm,
    responses: { 201: () => import('../../shared/identity/api-tokens/schema.ts').then(schema => schema.newApiTokenSchema) },
    uses: ['table:read', 'table:write'],
    present: presentNewApiToken,
  },
  ({ actor, body, commit }) => createApiToken(actor, body, commit),
);
