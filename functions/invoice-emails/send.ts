import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { presentAccepted } from '#shared/documents/present/email.ts';
import { personOf } from '#shared/documents/timeline.ts';
import { acceptingInvoices } from '#shared/invoices/emails/accepting-invoices.ts';
import { acceptEmail, readForMailing } from '#shared/mail/documents/accept.ts';
import { emailBody } from '#shared/mail/documents/input.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/email',
    summary: 'Mail an invoice to its client',
    auth: 'company',
    permission: 'invoice.send',
    confirmedEmail: true,
    body: emailBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/documents/present/email-schema.ts').then(schema => schema.acceptedSchema) },
    errors: [404, 422],
    read: ({ company, params, body }) => readForMailing(acceptingInvoices, company, params.uuid, body),
    present: presentAccepted,
  },
  ({ company, actor, body, loaded, commit }) =>
    acceptEmail({ kind: acceptingInvoices, context: loaded, company, body, sentBy: personOf(actor), commit }),
);
