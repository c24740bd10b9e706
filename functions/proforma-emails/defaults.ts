import { emailDefaultsEndpoint } from '#shared/documents/common/endpoints/email-defaults.ts';
import { mailableProformas } from '#shared/documents/proformas/emails/mailable-proformas.ts';

export const handler = emailDefaultsEndpoint({
  path: '/api/v1/proforma-invoices/{uuid}/email-defaults',
  summary: 'Get the default recipient, subject and body of a mail with the proforma',
  kind: mailableProformas,
  schema: 'convertibleDefaultsSchema',
  present: ({ to, subject, body }) => ({ to, subject, body }),
});
