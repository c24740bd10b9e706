import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readEvent } from '#shared/app/webhooks/events/read.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/events/{uuid}',
    summary: 'Get an event',
    auth: 'company',
    permission: 'webhook.view',
    responses: { 200: () => import('#shared/app/webhooks/events/schema.ts').then(schema => schema.companyEventSchema) },
    errors: [404],
    read: async ({ company, params }) => found(await readEvent(company, params.uuid), 'Event'),
  },
  ({ loaded }) => loaded,
);
