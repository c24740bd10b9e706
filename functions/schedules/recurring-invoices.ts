import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';
import { queueDueTemplates } from '#shared/documents/recurring-invoices/generation/queue-due.ts';

export const handler = defineSchedule(
  {
    name: 'recurring-invoices',
    summary: 'Queues the recurring invoices that are due, from 01:00 in Romania',
    everyMinutes: 5,
    uses: ['recurring-invoices-queue:send'],
  },
  queueDueTemplates,
);
