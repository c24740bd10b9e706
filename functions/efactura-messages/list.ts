import { listMessages, messageQuery } from '#shared/documents/received-sync/messages/list.ts';
import { presentMessage } from '#shared/documents/received-sync/messages/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/efactura-messages',
    summary: 'List the messages of the tax authority, newest first',
    auth: 'company',
    permission: 'efactura.view',
    query: messageQuery,
    responses: {
      200: () => import('#shared/documents/received-sync/messages/schema.ts').then(schema => schema.messagePageSchema),
    },
    errors: [422],
    read: ({ company, query }) => listMessages(company, query),
  },
  ({ loaded: { rows, total }, query }) => pageOf(rows.map(presentMessage), total, query),
);
