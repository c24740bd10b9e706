import { carrierEmailBody } from '#shared/documents/common/convertible/email-input.ts';
import { acceptingConvertible } from '#shared/documents/common/convertible/emails.ts';
import { sendEmailEndpoint } from '#shared/documents/common/endpoints/send-email.ts';
import { presentAcceptedLog } from '#shared/documents/common/present/email-log.ts';
import { mailableToCarriers } from '#shared/documents/delivery-notes/emails/mailable-to-carriers.ts';
import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';

export const handler = sendEmailEndpoint({
  path: '/api/v1/delivery-notes/{uuid}/etransport/email',
  summary: 'Email the transport identifier (UIT) to the carrier, with a copy of the delivery note that shows no prices',
  kind: acceptingConvertible(DELIVERY_NOTES, mailableToCarriers),
  body: carrierEmailBody,
  schema: 'acceptedLogSchema',
  present: presentAcceptedLog,
});
