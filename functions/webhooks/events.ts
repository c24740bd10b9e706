import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { presentEvents } from '#shared/webhook-delivery/endpoints/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks/events',
    summary: 'The events that webhooks can subscribe to',
    auth: 'user',
    responses: { 200: () => import('#shared/webhook-delivery/endpoints/schema.ts').then(schema => schema.eventsSchema) },
    table: 'none',
  },
  () => Promise.resolve(presentEvents()),
);
