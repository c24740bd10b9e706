import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { retryDelivery } from '#shared/app/webhooks/deliveries/again.ts';
import { readDelivery } from '#shared/app/webhooks/deliveries/store.ts';
import { foundEndpoint, readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/webhooks/{uuid}/deliveries/{deliveryUuid}/retry',
    summary: 'Deliver a message again',
    auth: 'company',
    permission: 'webhook.manage',
    confirmedEmail: true,
    responses: { 202: () => import('#shared/app/webhooks/deliveries/schema.ts').then(schema => schema.queuedSchema) },
    errors: [404, 409],
    read: async ({ company, params }) => {
      const [{ records }, delivery] = await Promise.all([
        readEndpoints(company),
        readDelivery(company, params.uuid, params.deliveryUuid),
      ]);
      // Also for an unknown webhook, the 404 names what was requested.
      return { webhook: foundEndpoint(records, params.uuid, 'Delivery'), delivery: found(delivery, 'Delivery') };
    },
  },
  ({ companyId, loaded: { webhook, delivery }, commit }) => retryDelivery(companyId, webhook, delivery, commit),
);
