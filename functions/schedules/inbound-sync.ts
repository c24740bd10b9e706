import { beginDueRuns } from '#shared/documents/received-sync/due.ts';
import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineSchedule(
  {
    name: 'inbound-sync',
    summary: 'Starts the synchronizations with the tax authority that are due',
    everyMinutes: 30,
  },
  beginDueRuns,
);
