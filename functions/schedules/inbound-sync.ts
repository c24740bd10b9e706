import { beginDueRuns } from '../../shared/inbound-sync/due.ts';
import { defineSchedule } from '../../shared/lambda/worker/define-worker.ts';

export const handler = defineSchedule(
  {
    name: 'inbound-sync',
    summary: 'Begins the synchronization of companies with the tax authority that is due',
    everyMinutes: 30,
    uses: ['table:read', 'table:write'],
  },
  beginDueRuns,
);
