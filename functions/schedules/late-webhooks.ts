import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';
import { queueLateDeliveries } from '#shared/app/webhooks/deliveries/late.ts';

export const handler = defineSchedule(
  {
    name: 'late-webhooks',
    summary: 'Queues the webhook deliveries that are due',
    everyMinutes: 1,
    uses: ['webhooks-queue:send'],
  },
  queueLateDeliveries,
);
