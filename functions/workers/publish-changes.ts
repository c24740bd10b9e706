import { defineStreamWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { DISPATCH_USES, DISPATCHED_KINDS, publish } from '#shared/app/outbox/dispatch.ts';

export const handler = defineStreamWorker(
  {
    summary: 'Publishes committed changes to the queues that follow them up',
    kinds: DISPATCHED_KINDS,
    table: 'none',
    uses: DISPATCH_USES,
  },
  publish,
);
