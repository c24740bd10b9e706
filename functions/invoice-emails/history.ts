import * as z from 'zod';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { readHistory } from '../../shared/invoices/emails/history.ts';
import { emailSchema, presentEmail } from '../../shared/invoices/emails/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/emails',
    summary: 'Mails sent with an invoice, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: z.array(emailSchema) },
    errors: [404],
    uses: ['table:read'],
    read: ({ company, params }) => readHistory(company, params['uuid'] ?? ''),
  },
  ({ loaded }) => loaded.map(presentEmail),
);
