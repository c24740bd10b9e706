import { presentMessageDetail } from '#shared/documents/received-sync/messages/present.ts';
import { readMessage } from '#shared/documents/received-sync/messages/store.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/efactura-messages/{uuid}',
    summary: 'Get a message of the tax authority, with the document that it refers to',
    auth: 'company',
    permission: 'efactura.view',
    responses: {
      200: () => import('#shared/documents/received-sync/messages/schema.ts').then(schema => schema.messageDetailSchema),
    },
    errors: [404],
    read: async ({ company, params }) => found(await readMessage(company, params.uuid), 'Message'),
    present: presentMessageDetail,
  },
  ({ loaded }) => loaded,
);
