import { emailHistoryEndpoint } from '#shared/documents/common/endpoints/email-history.ts';
import { presentEmail } from '#shared/documents/common/present/email.ts';
import { mailableInvoices } from '#shared/documents/invoices/emails/mailable-invoices.ts';

export const handler = emailHistoryEndpoint({
  path: '/api/v1/invoices/{uuid}/emails',
  summary: 'List the mails sent with an invoice, newest first',
  kind: mailableInvoices,
  schema: 'emailSchema',
  present: presentEmail,
});
