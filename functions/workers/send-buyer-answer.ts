import { sendAnswer, sendTask } from '#shared/documents/invoices/received/answers/send.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    queue: 'buyer-answers',
    summary:
      'Sends the answer of a company to the supplier of a received document, and asks the tax authority for the verdict on it',
    message: sendTask,
    uses: [
      'documents:read',
      'documents:write',
      'documents:lock',
      'secrets-key:decrypt:taxauth-token',
      'taxauth:call',
      'buyer-answers-queue:send',
    ],
    batchSize: 1,
    timeoutSeconds: 60,
  },
  sendAnswer,
);
