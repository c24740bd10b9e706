import { defineSchedule } from '../../shared/lambda/worker/define-worker.ts';
import { sweep } from '../../shared/outbox/sweep.ts';

export const handler = defineSchedule(
  {
    name: 'sweep',
    summary: 'Queues deferred tasks that are due',
    everyMinutes: 1,
    uses: ['table:read', 'table:write', 'render-queue:send', 'client-changes-queue:send', 'conversion-queue:send'],
  },
  sweep,
);
