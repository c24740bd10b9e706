import { acceptingConvertible } from '#shared/documents/common/convertible/emails.ts';
import { convertibleEmailBody } from '#shared/documents/common/convertible/email-input.ts';
import { presentAcceptedLog } from '#shared/documents/common/present/email-log.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { acceptEmail, readForMailing } from '#shared/output/mail/documents/accept.ts';
import { mailableDeliveryNotes } from '#shared/documents/delivery-notes/emails/mailable-delivery-notes.ts';
import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';

const acceptingDeliveryNotes = acceptingConvertible(DELIVERY_NOTES, mailableDeliveryNotes);

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/email',
    summary: 'Mail a delivery note to its client',
    auth: 'company',
    permission: 'invoice.send',
    confirmedEmail: true,
    body: convertibleEmailBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.acceptedLogSchema) },
    errors: [404, 422],
    read: ({ company, params, body }) => readForMailing(acceptingDeliveryNotes, company, params.uuid, body),
    present: presentAcceptedLog,
  },
  ({ company, actor, body, loaded, commit }) =>
    acceptEmail({ kind: acceptingDeliveryNotes, context: loaded, company, body, sentBy: personOf(actor), commit }),
);
