import { sendAnswer, sendTask } from '../../shared/invoices/received/answers/send.ts';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    queue: 'buyer-answers',
    summary: 'Sends what a company answers to the supplier of a received document, and asks for the verdict',
    message: sendTask,
    uses: [
      ...(['table:read', 'table:write', 'documents:read', 'documents:write'] as const),
      ...(['secrets-key:use', 'taxauth:call', 'buyer-answers-queue:send'] as const),
    ],
    batchSize: 1,
    timeoutSeconds: 60,
  },
  sendAnswer,
);
