import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { doDailyRun, runTask } from '#shared/documents/reminders/run.ts';

export const handler = defineRareWorker(
  {
    summary: 'Sends payment reminders to clients, and notices about due dates to members',
    message: runTask,
    uses: ['documents:read', 'unhurried-queue:send'],
    memory: 1024,
    timeoutSeconds: 120,
  },
  doDailyRun,
);
