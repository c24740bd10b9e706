import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { noteMailEvent } from '#shared/output/mail/documents/note-event.ts';
import { sesEvent, TOPIC_NOTICE } from '#shared/output/mail/documents/signals.ts';
import { noteAccountMailEvent } from '#shared/output/mail/note-account-event.ts';
import { failingDeliveryNotes } from '#shared/documents/delivery-notes/emails/failing-delivery-notes.ts';
import { failingInvoices } from '#shared/documents/invoices/emails/failing-invoices.ts';
import { failingProformas } from '#shared/documents/proformas/emails/failing-proformas.ts';
import { failingStatements } from '#shared/documents/reports/statement/failing-statements.ts';

export const handler = defineWorker(
  {
    summary: 'Records delivery events of mails',
    queue: 'email-events',
    message: sesEvent,
    notice: TOPIC_NOTICE,
  },
  async event => {
    await Promise.all([
      noteMailEvent(event, [failingInvoices, failingProformas, failingDeliveryNotes, failingStatements]),
      noteAccountMailEvent(event),
    ]);
  },
);
