import { queueDuePurges } from '#shared/app/company-purge/hand-over.ts';
import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineSchedule(
  {
    name: 'company-purges',
    summary: 'Queues deleted companies that are due for a mail to their owners, or for the purge of their data',
    everyMinutes: 15,
    uses: ['unhurried-queue:send'],
  },
  queueDuePurges,
);
