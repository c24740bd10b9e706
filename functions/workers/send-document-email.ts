import * as z from 'zod';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { deliverDocumentEmail } from '#shared/output/mail/documents/deliver.ts';
import { sendableInvoices } from '#shared/documents/invoices/emails/sendable-invoices.ts';
import { sendableDeliveryNotes } from '#shared/documents/delivery-notes/emails/sendable-delivery-notes.ts';
import { sendableStatements } from '#shared/documents/reports/statement/sendable-statements.ts';
import { sendableProformas } from '#shared/documents/proformas/emails/sendable-proformas.ts';

export const handler = defineWorker(
  {
    summary: 'Sends an accepted mail with its document',
    queue: 'document-email',
    message: z.object({ pk: z.string(), sk: z.string() }),
    uses: [
      'documents:read',
      'documents:write',
      'documents:lock',
      'render:invoke',
      'secrets-key:encrypt:share-links',
      'secrets-key:decrypt:share-links',
      'document-email:send',
    ],
    timeoutSeconds: 60,
    batchSize: 5,
    // Limits the sending rate: the mail service's rate, initially often 14 a second, must leave room for mails about accounts.
    maximumConcurrency: 2,
  },
  key => deliverDocumentEmail(key, [sendableInvoices, sendableProformas, sendableDeliveryNotes, sendableStatements]),
);
