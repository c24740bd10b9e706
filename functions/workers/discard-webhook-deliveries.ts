import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { discardDeliveries, removedWebhook } from '#shared/app/webhooks/deliveries/discard.ts';

export const handler = defineWorker(
  {
    summary: 'Deletes the deliveries of a removed webhook',
    queue: 'webhook-removals',
    message: removedWebhook,
    uses: ['webhook-removals-queue:send'],
    timeoutSeconds: 60,
  },
  async removed => {
    const rest = await discardDeliveries(removed);
    if (rest) await sendMessage({ queue: 'webhook-removals', body: rest.task, delaySeconds: rest.delaySeconds });
  },
);
