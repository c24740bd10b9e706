import { queuePlannedSubmissions } from '#shared/documents/invoices/submission/submit-planned.ts';
import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineSchedule(
  {
    name: 'planned-submissions',
    summary: 'Queues the documents whose planned submission is due',
    everyMinutes: 5,
    uses: ['planned-submissions-queue:send'],
  },
  queuePlannedSubmissions,
);
