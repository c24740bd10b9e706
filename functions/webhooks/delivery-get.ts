import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDelivery } from '#shared/app/webhooks/deliveries/present.ts';
import { readDelivery } from '#shared/app/webhooks/deliveries/store.ts';
import { foundEndpoint, readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks/{uuid}/deliveries/{deliveryUuid}',
    summary: 'Get a delivery with its request and response',
    auth: 'company',
    permission: 'webhook.view',
    responses: { 200: () => import('#shared/app/webhooks/deliveries/schema.ts').then(schema => schema.deliverySchema) },
    errors: [404],
    read: async ({ company, params }) => {
      const [{ records }, delivery] = await Promise.all([
        readEndpoints(company),
        readDelivery(company, params.uuid, params.deliveryUuid),
      ]);
      foundEndpoint(records, params.uuid, 'Delivery');
      return found(delivery, 'Delivery');
    },
  },
  ({ loaded }) => presentDelivery(loaded),
);
