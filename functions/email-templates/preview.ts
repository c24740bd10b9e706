import { mailableDeliveryNotes } from '#shared/documents/delivery-notes/emails/mailable-delivery-notes.ts';
import { mailableInvoices } from '#shared/documents/invoices/emails/mailable-invoices.ts';
import { LINK_TEXTS } from '#shared/documents/invoices/emails/texts.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import type { MailableKind } from '#shared/output/mail/documents/kind.ts';
import { previewBody } from '#shared/output/mail/templates/input.ts';
import type { TemplateCategory } from '#shared/output/mail/templates/model.ts';
import { previewTemplate } from '#shared/output/mail/templates/preview.ts';
import { mailableProformas } from '#shared/documents/proformas/emails/mailable-proformas.ts';

const KINDS: Record<TemplateCategory, MailableKind> = {
  invoice: mailableInvoices,
  delivery_note: mailableDeliveryNotes,
  proforma: mailableProformas,
};

/** Example of the link that is unique to each mail with an invoice. */
const SAMPLE_LINK = 'https://example.com/share/example';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/email-templates/preview',
    summary: 'Preview a mail with the given texts, for a document or with sample values; nothing is stored or sent',
    auth: 'company',
    permission: 'email_template.view',
    body: previewBody,
    responses: { 200: () => import('#shared/output/mail/templates/schema.ts').then(schema => schema.previewSchema) },
    errors: [404, 422],
    table: 'read',
    read: async ({ company, body }) => (body?.documentId ? KINDS[body.category].read(company, body.documentId) : undefined),
  },
  ({ company, actor, body, loaded: document }) =>
    previewTemplate({
      ...{ body, document, company, actor, kind: KINDS[body.category] },
      // Only mails with invoices have a link.
      button: body.category === 'invoice' ? { ...LINK_TEXTS[body.language], link: SAMPLE_LINK } : undefined,
    }),
);
