import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { eventsQuery } from '#shared/app/webhooks/events/query.ts';
import { pageOfEvents } from '#shared/app/webhooks/events/read.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/events',
    summary: 'List the events of the company, by cursor',
    auth: 'company',
    permission: 'webhook.view',
    query: eventsQuery,
    responses: {
      200: () => import('#shared/app/webhooks/events/schema.ts').then(schema => schema.companyEventPageSchema),
    },
    errors: [422],
    read: ({ company, query }) => pageOfEvents(company, query),
  },
  ({ loaded }) => loaded,
);
