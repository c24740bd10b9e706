import { defineSchedule } from '../../shared/lambda/worker/define-worker.ts';
import { queueDueTemplates } from '../../shared/recurring-invoices/generation/queue-due.ts';

export const handler = defineSchedule(
  {
    name: 'recurring-invoices',
    summary: 'Hands the recurring invoices whose date has come to the queue: from 01:00 in Romania on',
    everyMinutes: 5,
    uses: ['table:read', 'table:write', 'recurring-invoices-queue:send'],
  },
  queueDueTemplates,
);
