import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { presentEmail } from '#shared/documents/present/email.ts';
import { mailableInvoices } from '#shared/invoices/emails/mailable-invoices.ts';
import { readHistory } from '#shared/mail/documents/history.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/emails',
    summary: 'Mails sent with an invoice, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: () => import('#shared/documents/present/email-schema.ts').then(schema => schema.emailSchema.array()) },
    errors: [404],
    read: ({ company, params }) => readHistory(mailableInvoices, company, params.uuid),
  },
  ({ loaded }) => loaded.map(presentEmail),
);
