import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { committedEvents, publishEvents } from '../../shared/webhook-delivery/deliveries/publish.ts';

export const handler = defineWorker(
  {
    summary: "Publishes committed events to the company's webhooks",
    queue: 'webhook-events',
    message: committedEvents,
    uses: ['table:read', 'table:write'],
  },
  publishEvents,
);
