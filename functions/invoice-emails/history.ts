import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentEmail } from '#shared/documents/common/present/email.ts';
import { mailableInvoices } from '#shared/documents/invoices/emails/mailable-invoices.ts';
import { readHistory } from '#shared/output/mail/documents/history.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/emails',
    summary: 'Mails sent with an invoice, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: {
      200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.emailSchema.array()),
    },
    errors: [404],
    read: ({ company, params }) => readHistory(mailableInvoices, company, params.uuid),
  },
  ({ loaded }) => loaded.map(presentEmail),
);
