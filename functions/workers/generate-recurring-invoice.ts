import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { runTemplate } from '#shared/documents/recurring-invoices/generation/run.ts';

export const handler = defineWorker(
  {
    queue: 'recurring-invoices',
    summary: 'Issues the invoice of a recurring invoice that is due',
    message: z.object({ companyId: companyId(), id: z.guid() }),
    uses: ['schematron:invoke'],
    batchSize: 5,
    timeoutSeconds: 60,
  },
  ({ companyId, id }) => runTemplate(companyId, id),
);
