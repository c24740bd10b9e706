import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { acceptEmail, readForMailing } from '../../shared/invoices/emails/accept.ts';
import { emailBody } from '../../shared/invoices/emails/input.ts';
import { acceptedSchema, presentAccepted } from '../../shared/invoices/emails/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/email',
    summary: 'Mail an invoice to its client',
    auth: 'company',
    permission: 'invoice.send',
    body: emailBody,
    invalidBody: 400,
    responses: { 200: acceptedSchema },
    errors: [404, 422],
    uses: ['table:read', 'table:write'],
    read: ({ company, params, body }) => readForMailing(company, params['uuid'] ?? '', body),
    present: presentAccepted,
  },
  ({ company, actor, body, loaded, commit }) => acceptEmail({ context: loaded, company, body, by: actor, commit }),
);
