import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import {
  ApiTokenChange,
  findApiToken,
  ownApiToken,
  presentApiToken,
  updateApiToken,
} from '../../shared/identity/api-tokens/manage.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/api-tokens/{uuid}',
    summary: 'Rename an API token or replace its scopes',
    auth: 'user',
    permission: 'api_key.manage',
    sessionOnly: true,
    body: ApiTokenChange,
    responses: { 200: () => import('../../shared/identity/api-tokens/schema.ts').then(schema => schema.apiTokenSchema) },
    uses: ['table:read', 'table:write'],
    read: ({ userId, params }) => findApiToken(userId, params.uuid),
    present: presentApiToken,
  },
  ({ actor, params, loaded, body, commit }) => updateApiToken(actor, ownApiToken(actor, params.uuid, loaded), body, commit),
);
