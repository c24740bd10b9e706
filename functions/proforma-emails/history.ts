import { presentEmailLog } from '#shared/documents/common/present/email-log.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readHistory } from '#shared/output/mail/documents/history.ts';
import { mailableProformas } from '#shared/documents/proformas/emails/mailable-proformas.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/proforma-invoices/{uuid}/emails',
    summary: 'Mails sent with a proforma, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: {
      200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.emailLogSchema.array()),
    },
    errors: [404],
    read: ({ company, params }) => readHistory(mailableProformas, company, params.uuid),
  },
  ({ loaded }) => loaded.map(presentEmailLog),
);
