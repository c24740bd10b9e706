import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { replay, replayTask } from '#shared/app/webhooks/deliveries/again.ts';

export const handler = defineWorker(
  {
    summary: 'Queues the messages of a webhook replay, in batches',
    queue: 'webhook-replays',
    message: replayTask,
    uses: ['webhook-replays-queue:send'],
  },
  async task => {
    const rest = await replay(task);
    if (rest) await sendMessage({ queue: 'webhook-replays', body: rest });
  },
);
