import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { presentEndpoint } from '#shared/webhook-delivery/endpoints/present.ts';
import { readEndpoints } from '#shared/webhook-delivery/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks',
    summary: 'Webhooks of the company, oldest first',
    auth: 'company',
    permission: 'webhook.view',
    responses: {
      200: () => import('#shared/webhook-delivery/endpoints/schema.ts').then(schema => schema.endpointSchema.array()),
    },
    read: ({ company }) => readEndpoints(company),
  },
  ({ loaded }) => loaded.records.map(presentEndpoint),
);
