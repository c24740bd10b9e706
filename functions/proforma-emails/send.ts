import { acceptingConvertible } from '#shared/documents/common/convertible/emails.ts';
import { convertibleEmailBody } from '#shared/documents/common/convertible/email-input.ts';
import { presentAcceptedLog } from '#shared/documents/common/present/email-log.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { acceptEmail, readForMailing } from '#shared/output/mail/documents/accept.ts';
import { mailableProformas } from '#shared/documents/proformas/emails/mailable-proformas.ts';
import { PROFORMAS } from '#shared/documents/proformas/store.ts';

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
    responses: { 200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.acceptedLogSchema) },
    errors: [404, 422],
    read: ({ company, params, body }) => readForMailing(acceptingProformas, company, params.uuid, body),
    present: presentAcceptedLog,
  },
  ({ company, actor, body, loaded, commit }) =>
    acceptEmail({ kind: acceptingProformas, context: loaded, company, body, sentBy: personOf(actor), commit }),
);
