import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { deliver, deliveryTask } from '#shared/app/webhooks/deliveries/deliver.ts';

export const handler = defineWorker(
  {
    summary: 'Delivers a message to a webhook, and schedules the next attempt when it fails',
    queue: 'webhooks',
    message: deliveryTask,
    uses: ['secrets-key:decrypt:webhook-secret', 'post-webhook:invoke', 'webhooks-queue:send'],
    timeoutSeconds: 30,
    // Several times the slots of an endpoint, so that slow endpoints do not occupy all workers.
    maximumConcurrency: 50,
  },
  async message => {
    const postponed = await deliver(message);
    if (postponed) await sendMessage({ queue: 'webhooks', body: postponed.task, delaySeconds: postponed.delaySeconds });
  },
);
