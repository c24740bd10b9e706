import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';
import { queueDueRuns } from '#shared/documents/reminders/hand-over.ts';

export const handler = defineSchedule(
  {
    name: 'reminders',
    summary: 'Queues the daily runs of companies that are due: payment reminders, and notices to members',
    everyMinutes: 5,
    uses: ['unhurried-queue:send'],
    timeoutSeconds: 240,
  },
  queueDueRuns,
);
