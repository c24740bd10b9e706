import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { emailDefaults, readForDefaults } from '#shared/output/mail/documents/defaults.ts';
import { mailableProformas } from '#shared/documents/proformas/emails/mailable-proformas.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/proforma-invoices/{uuid}/email-defaults',
    summary: 'The default recipient, subject and body of a mail with the proforma',
    auth: 'company',
    permission: 'invoice.view',
    query: z.object({ language: z.enum(['ro', 'en'], 'must be ro or en').default('ro') }),
    responses: {
      200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.convertibleDefaultsSchema),
    },
    errors: [404, 422],
    read: ({ company, params }) => readForDefaults(mailableProformas, company, params.uuid),
  },
  async ({ company, query, loaded }) => {
    const { to, subject, body } = await emailDefaults(loaded, company, query.language);
    return { to, subject, body };
  },
);
