import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentAccepted } from '#shared/documents/common/present/email.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { acceptingInvoices } from '#shared/documents/invoices/emails/accepting-invoices.ts';
import { acceptEmail, readForMailing } from '#shared/output/mail/documents/accept.ts';
import { emailBody } from '#shared/output/mail/documents/input.ts';

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
    responses: { 200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.acceptedSchema) },
    errors: [404, 422],
    read: ({ company, params, body }) => readForMailing(acceptingInvoices, company, params.uuid, body),
    present: presentAccepted,
  },
  ({ company, actor, body, loaded, commit }) =>
    acceptEmail({ kind: acceptingInvoices, context: loaded, company, body, sentBy: personOf(actor), commit }),
);
