import * as z from 'zod';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { completePropagation } from '#shared/documents/invoices/client-changes/propagate-client-change.ts';
import { companyScope } from '#shared/platform/store/table.ts';

export const handler = defineWorker(
  {
    queue: 'client-changes',
    summary: 'Updates open documents after a change of their client',
    message: z.object({ companyId: z.guid(), id: z.guid() }),
    batchSize: 1,
    timeoutSeconds: 120,
  },
  ({ companyId, id }) => completePropagation(companyScope(companyId), id),
);
