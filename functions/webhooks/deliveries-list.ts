import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { pageOf } from '../../shared/lambda/endpoint/request.ts';
import { deliveriesQuery, pageOfDeliveries, readDeliveries } from '../../shared/webhook-delivery/deliveries/list.ts';
import { presentSummary } from '../../shared/webhook-delivery/deliveries/present.ts';
import { foundEndpoint, readEndpoints } from '../../shared/webhook-delivery/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks/{uuid}/deliveries',
    summary: 'Deliveries to a webhook, newest first, paged',
    auth: 'company',
    permission: 'webhook.view',
    query: deliveriesQuery,
    responses: {
      200: () => import('../../shared/webhook-delivery/deliveries/schema.ts').then(schema => schema.summaryPageSchema),
    },
    errors: [404, 422],
    uses: ['table:read'],
    read: async ({ company, params }) => {
      const [{ records }, deliveries] = await Promise.all([readEndpoints(company), readDeliveries(company, params.uuid)]);
      foundEndpoint(records, params.uuid);
      return deliveries;
    },
  },
  ({ loaded, query }) => {
    const { page, total } = pageOfDeliveries(loaded, query);
    return pageOf(page.map(presentSummary), total, query);
  },
);
