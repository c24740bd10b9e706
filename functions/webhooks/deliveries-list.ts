import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import { deliveriesQuery, pageOfDeliveries } from '#shared/app/webhooks/deliveries/list.ts';
import { presentSummary } from '#shared/app/webhooks/deliveries/present.ts';
import { foundEndpoint, readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks/{uuid}/deliveries',
    summary: 'List the deliveries to a webhook, newest first',
    auth: 'company',
    permission: 'webhook.view',
    query: deliveriesQuery,
    responses: {
      200: () => import('#shared/app/webhooks/deliveries/schema.ts').then(schema => schema.summaryPageSchema),
    },
    errors: [404, 422],
    read: async ({ company, params, query }) => {
      const [{ records }, page] = await Promise.all([readEndpoints(company), pageOfDeliveries(company, params.uuid, query)]);
      foundEndpoint(records, params.uuid);
      return page;
    },
  },
  ({ loaded: { rows, total }, query }) => pageOf(rows.map(presentSummary), total, query),
);
