import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentEvents } from '#shared/app/webhooks/endpoints/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/webhooks/events',
    summary: 'List the events that webhooks can subscribe to',
    auth: 'user',
    responses: { 200: () => import('#shared/app/webhooks/endpoints/schema.ts').then(schema => schema.eventsSchema) },
    table: 'none',
  },
  () => Promise.resolve(presentEvents()),
);
