import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { discardDeliveries, removedWebhook } from '#shared/app/webhooks/deliveries/discard.ts';

export const handler = defineRareWorker(
  {
    summary: 'Deletes the deliveries of a removed webhook',
    message: removedWebhook,
    uses: ['background-queue:send'],
    timeoutSeconds: 60,
  },
  async removed => {
    const rest = await discardDeliveries(removed);
    if (rest) await sendMessage(rareWork('discard-webhook-deliveries', rest.task, rest.delaySeconds));
  },
);
