import { emailHistoryEndpoint } from '#shared/documents/common/endpoints/email-history.ts';
import { presentEmailLog } from '#shared/documents/common/present/email-log.ts';
import { mailableDeliveryNotes } from '#shared/documents/delivery-notes/emails/mailable-delivery-notes.ts';

export const handler = emailHistoryEndpoint({
  path: '/api/v1/delivery-notes/{uuid}/emails',
  summary: 'List the mails sent with a delivery note, newest first',
  kind: mailableDeliveryNotes,
  schema: 'emailLogSchema',
  present: presentEmailLog,
});
