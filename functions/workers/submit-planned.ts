import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { submitPlanned } from '#shared/documents/invoices/submission/submit-planned.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    queue: 'planned-submissions',
    summary: 'Submits a document whose planned submission is due: a number of hours after its issue, which the company has set',
    message: z.object({ companyId: companyId(), id: z.guid() }),
    uses: [
      'documents:read',
      'documents:write',
      'documents:lock',
      'secrets-key:decrypt:taxauth-token',
      'taxauth:call',
      'schematron:invoke',
    ],
    batchSize: 1,
    timeoutSeconds: 60,
  },
  ({ companyId, id }) => submitPlanned(companyId, id),
);
