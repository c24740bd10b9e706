import { defineWorker } from '../../shared/http/define-worker.ts';
import { noteMailEvent } from '../../shared/invoices/emails/events.ts';
import { sesEvent } from '../../shared/invoices/emails/signals.ts';

export const handler = defineWorker(
  {
    summary: 'Notes what became of a mail with a document',
    queue: 'email-events',
    message: sesEvent,
    uses: ['table:read', 'table:write'],
  },
  noteMailEvent,
);
