import { acceptingConvertible } from '#shared/documents/common/convertible/emails.ts';
import { carrierEmailBody } from '#shared/documents/common/convertible/email-input.ts';
import { presentAcceptedLog } from '#shared/documents/common/present/email-log.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { acceptEmail, readForMailing } from '#shared/output/mail/documents/accept.ts';
import { mailableToCarriers } from '#shared/documents/delivery-notes/emails/mailable-to-carriers.ts';
import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';

const acceptingToCarriers = acceptingConvertible(DELIVERY_NOTES, mailableToCarriers);

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/etransport/email',
    summary: 'Email the transport identifier (UIT) to the carrier, with a copy of the delivery note that shows no prices',
    auth: 'company',
    permission: 'invoice.send',
    confirmedEmail: true,
    body: carrierEmailBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.acceptedLogSchema) },
    errors: [404, 422],
    read: ({ company, params, body }) => readForMailing(acceptingToCarriers, company, params.uuid, body),
    present: presentAcceptedLog,
  },
  ({ company, actor, body, loaded, commit }) =>
    acceptEmail({ kind: acceptingToCarriers, context: loaded, company, body, sentBy: personOf(actor), commit }),
);
