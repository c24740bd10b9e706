import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { presentAttachment } from '#shared/documents/present/attachment.ts';
import { readInvoice } from '#shared/invoices/read.ts';
import { found } from '#shared/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/attachments',
    summary: 'Attachments of an invoice, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: {
      200: () => import('#shared/documents/present/schema.ts').then(schema => schema.attachmentSchema.array()),
    },
    errors: [404],
    read: ({ company, params }) => readInvoice(company, params.uuid),
  },
  ({ loaded }) => (found(loaded, 'Invoice').attachments ?? []).map(presentAttachment),
);
