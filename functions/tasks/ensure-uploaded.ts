import { defineTask } from '#shared/lambda/worker/define-worker.ts';
import { ensureUploaded, submissionInput } from '#shared/invoices/submission/tasks.ts';
import { orPostponed } from '#shared/taxauth/client/postponed.ts';

export const handler = defineTask(
  {
    summary: 'Uploads a submitted invoice, unless it is already uploaded',
    input: submissionInput,
    uses: ['documents:read', 'documents:write', 'documents:lock', 'secrets-key:decrypt:taxauth-token', 'taxauth:call'],
    timeoutSeconds: 60,
  },
  input => orPostponed(() => ensureUploaded(input)),
);
