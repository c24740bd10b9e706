import { sendEmailEndpoint } from '#shared/documents/common/endpoints/send-email.ts';
import { presentAccepted } from '#shared/documents/common/present/email.ts';
import { acceptingInvoices } from '#shared/documents/invoices/emails/accepting-invoices.ts';
import { emailBody } from '#shared/output/mail/documents/input.ts';

export const handler = sendEmailEndpoint({
  path: '/api/v1/invoices/{uuid}/email',
  summary: 'Mail an invoice to its client',
  kind: acceptingInvoices,
  body: emailBody,
  schema: 'acceptedSchema',
  present: presentAccepted,
});
