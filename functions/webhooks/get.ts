import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { presentEndpointDetail } from '#shared/webhook-delivery/endpoints/present.ts';
import { foundEndpoint, readEndpoints } from '#shared/webhook-delivery/endpoints/store.ts';
import { matchingDays, readCounts, totalOf } from '#shared/webhook-delivery/deliveries/counts.ts';
import { readHealth } from '#shared/webhook-delivery/deliveries/health.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks/{uuid}',
    summary: 'A webhook, with the results of its deliveries',
    auth: 'company',
    permission: 'webhook.view',
    responses: {
      200: () => import('#shared/webhook-delivery/endpoints/schema.ts').then(schema => schema.endpointDetailSchema),
    },
    errors: [404],
    read: async ({ company, params }) => {
      const [{ records }, health, counts] = await Promise.all([
        readEndpoints(company),
        readHealth(company, params.uuid),
        readCounts(company, params.uuid),
      ]);
      const endpoint = foundEndpoint(records, params.uuid);
      return { endpoint, health, deliveries: totalOf(matchingDays(counts, {})) };
    },
  },
  ({ loaded }) => presentEndpointDetail(loaded),
);
