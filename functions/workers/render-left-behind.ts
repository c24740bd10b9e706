import * as z from 'zod';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { renderLeftBehind } from '../../shared/invoices/files/retry-render.ts';

export const handler = defineWorker(
  {
    queue: 'render',
    summary: 'Has the renderer make files that a dead process left out',
    message: z.object({ companyId: z.guid(), id: z.guid() }),
    uses: ['render:invoke', 'table:write'],
    timeoutSeconds: 70,
    batchSize: 1,
  },
  ({ companyId, id }) => renderLeftBehind(companyId, id),
);
