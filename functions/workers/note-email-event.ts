import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { noteMailEvent } from '../../shared/mail/documents/note-event.ts';
import { sesEvent, TOPIC_NOTICE } from '../../shared/mail/documents/signals.ts';
import { noteAccountMailEvent } from '../../shared/mail/note-account-event.ts';
import { KINDS } from '../../shared/model/kinds.ts';

export const handler = defineWorker(
  {
    summary: 'Records delivery events of mails',
    queue: 'email-events',
    message: sesEvent,
    notice: TOPIC_NOTICE,
    uses: ['table:get', 'table:put', 'table:update'],
  },
  async event => {
    await Promise.all([noteMailEvent(event, [KINDS.invoice, KINDS.proforma, KINDS.delivery_note]), noteAccountMailEvent(event)]);
  },
);
