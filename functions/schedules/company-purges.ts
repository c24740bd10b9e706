import { queueDuePurges } from '../../shared/company-purge/hand-over.ts';
import { defineSchedule } from '../../shared/lambda/worker/define-worker.ts';

export const handler = defineSchedule(
  {
    name: 'company-purges',
    summary: 'Hands the deleted companies to the queue whose owners are due a mail, or whose data are due to be purged',
    everyMinutes: 15,
    uses: ['table:read', 'table:write', 'company-purges-queue:send'],
  },
  queueDuePurges,
);
