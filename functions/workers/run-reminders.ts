import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { doDailyRun, runTask } from '../../shared/reminders/run.ts';

export const handler = defineWorker(
  {
    summary: 'Sends payment reminders to clients, and notices about due dates to members',
    queue: 'reminders',
    message: runTask,
    uses: [
      'table:get',
      'table:batch-get',
      'table:query',
      'index:gsi1',
      'index:gsi3',
      'index:gsi4',
      'table:put',
      'table:update',
      'table:delete',
      'documents:read',
      'reminders-queue:send',
    ],
    memory: 1024,
    timeoutSeconds: 120,
  },
  doDailyRun,
);
