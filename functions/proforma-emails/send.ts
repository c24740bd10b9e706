import { acceptingConvertible } from '#shared/documents/convertible/emails.ts';
import { convertibleEmailBody } from '#shared/documents/convertible/email-input.ts';
import { presentAcceptedLog } from '#shared/documents/present/email-log.ts';
import { personOf } from '#shared/documents/timeline.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { acceptEmail, readForMailing } from '#shared/mail/documents/accept.ts';
import { mailableProformas } from '#shared/proformas/emails/mailable-proformas.ts';
import { PROFORMAS } from '#shared/proformas/store.ts';

const acceptingProformas = acceptingConvertible(PROFORMAS, mailableProformas);

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/proforma-invoices/{uuid}/email',
    summary: 'Mail a proforma to its client; its status does not change',
    auth: 'company',
    permission: 'invoice.send',
    confirmedEmail: true,
    body: convertibleEmailBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/documents/present/email-schema.ts').then(schema => schema.acceptedLogSchema) },
    errors: [404, 422],
    read: ({ company, params, body }) => readForMailing(acceptingProformas, company, params.uuid, body),
    present: presentAcceptedLog,
  },
  ({ company, actor, body, loaded, commit }) =>
    acceptEmail({ kind: acceptingProformas, context: loaded, company, body, sentBy: personOf(actor), commit }),
);
