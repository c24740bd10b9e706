import { defineStreamWorker } from '../../shared/lambda/worker/define-worker.ts';
import { dispatch, DISPATCHED_KINDS } from '../../shared/outbox/dispatch.ts';

export const handler = defineStreamWorker(
  {
    summary: 'Publishes committed changes to the queues that follow them up',
    kinds: DISPATCHED_KINDS,
    uses: [
      'email-queue:send',
      'list-queue:send',
      'document-email-queue:send',
      'export-queue:send',
      'discard-queue:send',
      'webhook-events-queue:send',
      'webhooks-queue:send',
      'webhook-replays-queue:send',
      'webhook-removals-queue:send',
      'submit-invoice:start',
      'submit-transport:start',
    ],
  },
  dispatch,
);
