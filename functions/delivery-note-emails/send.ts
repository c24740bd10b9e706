import { convertibleEmailBody } from '#shared/documents/common/convertible/email-input.ts';
import { acceptingConvertible } from '#shared/documents/common/convertible/emails.ts';
import { sendEmailEndpoint } from '#shared/documents/common/endpoints/send-email.ts';
import { presentAcceptedLog } from '#shared/documents/common/present/email-log.ts';
import { mailableDeliveryNotes } from '#shared/documents/delivery-notes/emails/mailable-delivery-notes.ts';
import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';

export const handler = sendEmailEndpoint({
  path: '/api/v1/delivery-notes/{uuid}/email',
  summary: 'Mail a delivery note to its client',
  kind: acceptingConvertible(DELIVERY_NOTES, mailableDeliveryNotes),
  body: convertibleEmailBody,
  schema: 'acceptedLogSchema',
  present: presentAcceptedLog,
});
