import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';
import { DISPATCH_USES } from '#shared/app/outbox/dispatch.ts';
import { sweep } from '#shared/app/outbox/sweep.ts';
import { sweepUndispatched } from '#shared/app/outbox/sweep-undispatched.ts';

export const handler = defineSchedule(
  {
    name: 'sweep',
    summary: 'Queues deferred tasks that are due, and dispatches outbox items again that no consumer has confirmed',
    everyMinutes: 1,
    uses: DISPATCH_USES,
    timeoutSeconds: 60,
  },
  async () => {
    await Promise.all([sweep(), sweepUndispatched()]);
  },
);
