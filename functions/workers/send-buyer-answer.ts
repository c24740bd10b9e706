import { sendAnswer, sendTask } from '../../shared/invoices/received/answers/send.ts';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    queue: 'buyer-answers',
    summary: 'Sends what a company answers to the supplier of a received document, and asks for the verdict',
    message: sendTask,
    uses: ['table:read', 'table:write', 'secrets-key:use', 'taxauth:call', 'buyer-answers-queue:send'],
    batchSize: 1,
    timeoutSeconds: 60,
  },
  sendAnswer,
);
