import { emailDefaultsEndpoint } from '#shared/documents/common/endpoints/email-defaults.ts';
import { mailableDeliveryNotes } from '#shared/documents/delivery-notes/emails/mailable-delivery-notes.ts';

export const handler = emailDefaultsEndpoint({
  path: '/api/v1/delivery-notes/{uuid}/email-defaults',
  summary: 'Get the default recipient, subject and body of a mail with the delivery note',
  kind: mailableDeliveryNotes,
  schema: 'convertibleDefaultsSchema',
  present: ({ to, subject, body }) => ({ to, subject, body }),
});
