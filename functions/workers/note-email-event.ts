import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { noteMailEvent } from '../../shared/invoices/emails/events.ts';
import { sesEvent, TOPIC_NOTICE } from '../../shared/invoices/emails/signals.ts';

export const handler = defineWorker(
  {
    summary: 'Notes what became of a mail with a document',
    queue: 'email-events',
    message: sesEvent,
    notice: TOPIC_NOTICE,
    uses: ['table:read', 'table:write'],
  },
  noteMailEvent,
);
