import * as z from 'zod';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { completePropagation } from '../../shared/invoices/client-changes/propagate-client-change.ts';
import { companyScope } from '../../shared/store/table.ts';

export const handler = defineWorker(
  {
    queue: 'follow',
    summary: 'Has the documents of a changed client follow it that do not yet',
    message: z.object({ companyId: z.guid(), id: z.guid() }),
    uses: ['table:read', 'table:write'],
    batchSize: 1,
    timeoutSeconds: 120,
  },
  ({ companyId, id }) => completePropagation(companyScope(companyId), id),
);
