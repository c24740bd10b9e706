import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { continueRetention, retentionTask } from '#shared/app/retention/run.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';

/** A run starts no further steps after `RUN_MILLIS`; the rest of the timeout is for finishing the current one. */
const TIMEOUT_SECONDS = 300;
const RUN_MILLIS = 200_000;

export const handler = defineRareWorker(
  {
    summary: "Removes what of a company is past its time, as the company's settings say",
    message: retentionTask,
    uses: ['documents:purge', 'documents:bypass-lock', 'secrets-key:decrypt:share-links', 'unhurried-queue:send'],
    timeoutSeconds: TIMEOUT_SECONDS,
    memory: 1024,
  },
  async ({ companyId }) => {
    const begun = performance.now();
    const isLeft = await continueRetention(companyId, () => performance.now() - begun < RUN_MILLIS);
    if (isLeft) await sendMessage(rareWork('purge-retained', { companyId }));
  },
);
