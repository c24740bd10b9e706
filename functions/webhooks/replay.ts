import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { askForReplay, replayBody } from '#shared/webhook-delivery/deliveries/again.ts';
import { foundEndpoint, readEndpoints } from '#shared/webhook-delivery/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/webhooks/{uuid}/replay',
    summary: 'Deliver the events of a period again',
    auth: 'company',
    permission: 'webhook.manage',
    confirmedEmail: true,
    body: replayBody,
    responses: { 202: () => import('#shared/webhook-delivery/deliveries/schema.ts').then(schema => schema.queuedSchema) },
    errors: [404, 409, 422],
    read: async ({ company, params }) => foundEndpoint((await readEndpoints(company)).records, params.uuid),
  },
  ({ company, body, loaded, commit }) => askForReplay(company.id, loaded, body, commit),
);
