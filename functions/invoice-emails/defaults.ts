import { emailDefaultsEndpoint } from '#shared/documents/common/endpoints/email-defaults.ts';
import { mailableInvoices } from '#shared/documents/invoices/emails/mailable-invoices.ts';

export const handler = emailDefaultsEndpoint({
  path: '/api/v1/invoices/{uuid}/email-defaults',
  summary: 'Get the default recipients, subject and body of a mail with the invoice',
  kind: mailableInvoices,
  schema: 'defaultsSchema',
});
