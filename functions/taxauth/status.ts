import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { ownTokens } from '#shared/authority/taxauth/connections/store.ts';
import { presentStatus } from '#shared/authority/taxauth/connections/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/taxauth/status',
    summary: 'Check whether the caller has tokens of the tax authority',
    auth: 'user',
    responses: { 200: () => import('#shared/authority/taxauth/connections/schema.ts').then(schema => schema.statusSchema) },
    present: presentStatus,
  },
  ({ actor }) => ownTokens(actor),
);
