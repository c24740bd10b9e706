import { checkMessage, transportTask } from '#shared/documents/delivery-notes/transport/sending/tasks.ts';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { orPostponed } from '#shared/authority/taxauth/client/postponed.ts';

export const handler = defineTask(
  {
    summary: 'Asks the tax authority once for its verdict on a transport declaration, and records it',
    input: transportTask,
    uses: ['secrets-key:decrypt:taxauth-token', 'taxauth-transport:call'],
    timeoutSeconds: 60,
  },
  task => orPostponed(() => checkMessage(task)),
);
