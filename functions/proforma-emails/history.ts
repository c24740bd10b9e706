import { emailHistoryEndpoint } from '#shared/documents/common/endpoints/email-history.ts';
import { presentEmailLog } from '#shared/documents/common/present/email-log.ts';
import { mailableProformas } from '#shared/documents/proformas/emails/mailable-proformas.ts';

export const handler = emailHistoryEndpoint({
  path: '/api/v1/proforma-invoices/{uuid}/emails',
  summary: 'List the mails sent with a proforma, newest first',
  kind: mailableProformas,
  schema: 'emailLogSchema',
  present: presentEmailLog,
});
