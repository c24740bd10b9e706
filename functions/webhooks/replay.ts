import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { askForReplay, replayBody } from '#shared/app/webhooks/deliveries/again.ts';
import { foundEndpoint, readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/webhooks/{uuid}/replay',
    summary: 'Deliver the events of a period again',
    auth: 'company',
    permission: 'webhook.manage',
    confirmedEmail: true,
    body: replayBody,
    responses: { 202: () => import('#shared/app/webhooks/deliveries/schema.ts').then(schema => schema.queuedSchema) },
    errors: [404, 409, 422],
    read: async ({ company, params }) => foundEndpoint((await readEndpoints(company)).records, params.uuid),
  },
  ({ company, body, loaded, commit }) => askForReplay(company.id, loaded, body, commit),
);
