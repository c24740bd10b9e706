import { sendAnswer, sendTask } from '#shared/documents/invoices/received/answers/send.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineRareWorker(
  {
    summary:
      'Sends the answer of a company to the supplier of a received document, and asks the tax authority for the verdict on it',
    message: sendTask,
    uses: [
      'documents:read',
      'documents:write',
      'documents:lock',
      'secrets-key:decrypt:taxauth-token',
      'taxauth:call',
      'background-queue:send',
    ],
    timeoutSeconds: 60,
  },
  sendAnswer,
);
