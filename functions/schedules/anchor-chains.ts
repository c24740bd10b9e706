import { queueDueAnchors } from '#shared/documents/anchors/daily.ts';
import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineSchedule(
  {
    name: 'anchor-chains',
    summary: 'Queues the companies whose hash chains are due to be anchored, once a day each',
    everyMinutes: 15,
    uses: ['unhurried-queue:send'],
    timeoutSeconds: 240,
  },
  queueDueAnchors,
);
