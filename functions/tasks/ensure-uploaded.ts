import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { ensureUploaded, submissionInput } from '#shared/documents/invoices/submission/tasks.ts';
import { orPostponed } from '#shared/authority/taxauth/client/postponed.ts';

export const handler = defineTask(
  {
    summary: 'Uploads a submitted invoice, unless it is already uploaded',
    input: submissionInput,
    uses: ['documents:read', 'documents:write', 'documents:lock', 'secrets-key:decrypt:taxauth-token', 'taxauth:call'],
    timeoutSeconds: 60,
  },
  input => orPostponed(() => ensureUploaded(input)),
);
