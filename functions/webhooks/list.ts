import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentEndpoint } from '#shared/app/webhooks/endpoints/present.ts';
import { readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks',
    summary: 'List the webhooks of the company, oldest first',
    auth: 'company',
    permission: 'webhook.view',
    responses: {
      200: () => import('#shared/app/webhooks/endpoints/schema.ts').then(schema => schema.endpointSchema.array()),
    },
    read: ({ company }) => readEndpoints(company),
  },
  ({ loaded }) => loaded.records.map(presentEndpoint),
);
