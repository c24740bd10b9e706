import { sendMessage } from '#shared/documents/delivery-notes/transport/sending/send.ts';
import { transportTask } from '#shared/documents/delivery-notes/transport/sending/tasks.ts';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { orPostponed } from '#shared/authority/taxauth/client/postponed.ts';

export const handler = defineTask(
  {
    summary: 'Validates a transport declaration and sends it to the tax authority',
    input: transportTask,
    uses: ['documents:write', 'documents:lock', 'secrets-key:decrypt:taxauth-token', 'taxauth-transport:call'],
    timeoutSeconds: 60,
  },
  task => orPostponed(() => sendMessage(task)),
);
