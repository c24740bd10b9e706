import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { emailDefaults, readForDefaults } from '#shared/output/mail/documents/defaults.ts';
import { mailableDeliveryNotes } from '#shared/documents/delivery-notes/emails/mailable-delivery-notes.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/delivery-notes/{uuid}/email-defaults',
    summary: 'The default recipient, subject and body of a mail with the delivery note',
    auth: 'company',
    permission: 'invoice.view',
    query: z.object({ language: z.enum(['ro', 'en'], 'must be ro or en').default('ro') }),
    responses: {
      200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.convertibleDefaultsSchema),
    },
    errors: [404, 422],
    read: ({ company, params }) => readForDefaults(mailableDeliveryNotes, company, params.uuid),
  },
  async ({ company, query, loaded }) => {
    const { to, subject, body } = await emailDefaults(loaded, company, query.language);
    return { to, subject, body };
  },
);
