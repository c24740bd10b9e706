import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { doDailyRun, runTask } from '#shared/documents/reminders/run.ts';

export const handler = defineWorker(
  {
    summary: 'Sends payment reminders to clients, and notices about due dates to members',
    queue: 'reminders',
    message: runTask,
    uses: ['documents:read', 'reminders-queue:send'],
    memory: 1024,
    timeoutSeconds: 120,
  },
  doDailyRun,
);
