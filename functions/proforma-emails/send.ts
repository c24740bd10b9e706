import { convertibleEmailBody } from '#shared/documents/common/convertible/email-input.ts';
import { acceptingConvertible } from '#shared/documents/common/convertible/emails.ts';
import { sendEmailEndpoint } from '#shared/documents/common/endpoints/send-email.ts';
import { presentAcceptedLog } from '#shared/documents/common/present/email-log.ts';
import { mailableProformas } from '#shared/documents/proformas/emails/mailable-proformas.ts';
import { PROFORMAS } from '#shared/documents/proformas/store.ts';

export const handler = sendEmailEndpoint({
  path: '/api/v1/proforma-invoices/{uuid}/email',
  summary: 'Mail a proforma to its client; its status does not change',
  kind: acceptingConvertible(PROFORMAS, mailableProformas),
  body: convertibleEmailBody,
  schema: 'acceptedLogSchema',
  present: presentAcceptedLog,
});
