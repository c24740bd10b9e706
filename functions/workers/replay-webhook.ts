import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { replay, replayTask } from '#shared/app/webhooks/deliveries/again.ts';

export const handler = defineRareWorker(
  {
    summary: 'Queues the messages of a webhook replay, in batches',
    message: replayTask,
    uses: ['background-queue:send'],
  },
  async task => {
    const rest = await replay(task);
    if (rest) await sendMessage(rareWork('replay-webhook', rest));
  },
);
