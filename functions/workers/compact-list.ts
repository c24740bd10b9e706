import * as z from 'zod';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { compact } from '../../shared/lists/index/snapshot.ts';
import { companyScope } from '../../shared/store/table.ts';

export const handler = defineWorker(
  {
    queue: 'list',
    summary: "Makes the file of a company's invoice list again when many documents have changed since",
    message: z.object({ companyId: z.guid() }),
    uses: ['table:read', 'table:write', 'documents:read', 'documents:write', 'documents:remove'],
    batchSize: 1,
    memory: 2048,
    timeoutSeconds: 300,
  },
  ({ companyId }) => compact(companyScope(companyId)),
);
