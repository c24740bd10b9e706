import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { mailableInvoices } from '#shared/documents/invoices/emails/mailable-invoices.ts';
import { emailDefaults, readForDefaults } from '#shared/output/mail/documents/defaults.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/email-defaults',
    summary: 'The default recipients, subject and body of a mail with the invoice',
    auth: 'company',
    permission: 'invoice.view',
    query: z.object({ language: z.enum(['ro', 'en'], 'must be ro or en').default('ro') }),
    responses: { 200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.defaultsSchema) },
    errors: [404, 422],
    read: ({ company, params }) => readForDefaults(mailableInvoices, company, params.uuid),
  },
  ({ company, query, loaded }) => emailDefaults(loaded, company, query.language),
);
