import { queueNightlyRuns } from '#shared/documents/audit/nightly.ts';
import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineSchedule(
  {
    name: 'anchor-chains',
    summary: 'Queues the anchors of hash chains and the nightly audits that are due, once a day for each company',
    everyMinutes: 15,
    uses: ['unhurried-queue:send'],
    timeoutSeconds: 240,
  },
  queueNightlyRuns,
);
