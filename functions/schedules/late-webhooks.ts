import { defineSchedule } from '../../shared/lambda/worker/define-worker.ts';
import { queueLateDeliveries } from '../../shared/webhook-delivery/deliveries/late.ts';

export const handler = defineSchedule(
  {
    name: 'late-webhooks',
    summary: 'Hands deliveries to webhooks to the queue whose time has come',
    everyMinutes: 1,
    uses: ['table:read', 'table:write', 'webhooks-queue:send'],
  },
  queueLateDeliveries,
);
