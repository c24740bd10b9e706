import { presentEmailLog } from '#shared/documents/common/present/email-log.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readHistory } from '#shared/output/mail/documents/history.ts';
import { mailableDeliveryNotes } from '#shared/documents/delivery-notes/emails/mailable-delivery-notes.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/delivery-notes/{uuid}/emails',
    summary: 'Mails sent with a delivery note, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: {
      200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.emailLogSchema.array()),
    },
    errors: [404],
    read: ({ company, params }) => readHistory(mailableDeliveryNotes, company, params.uuid),
  },
  ({ loaded }) => loaded.map(presentEmailLog),
);
