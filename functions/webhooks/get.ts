import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentEndpointDetail } from '#shared/app/webhooks/endpoints/present.ts';
import { foundEndpoint, readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';
import { matchingDays, readCounts, totalOf } from '#shared/app/webhooks/deliveries/counts.ts';
import { readHealth } from '#shared/app/webhooks/deliveries/health.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks/{uuid}',
    summary: 'Get a webhook, with the results of its deliveries',
    auth: 'company',
    permission: 'webhook.view',
    responses: {
      200: () => import('#shared/app/webhooks/endpoints/schema.ts').then(schema => schema.endpointDetailSchema),
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
