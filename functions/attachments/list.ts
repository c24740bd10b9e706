import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentAttachment } from '#shared/documents/common/present/attachment.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { found } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/attachments',
    summary: 'List the attachments of an invoice, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: {
      200: () => import('#shared/documents/common/present/schema.ts').then(schema => schema.attachmentSchema.array()),
    },
    errors: [404],
    read: ({ company, params }) => readInvoice(company, params.uuid),
  },
  ({ loaded }) => (found(loaded, 'Invoice').attachments ?? []).map(presentAttachment),
);
