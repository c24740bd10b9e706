import * as z from 'zod';
import { render } from '../../shared/documents/renderer.ts';
import { defineWorker } from '../../shared/http/define-worker.ts';

export const handler = defineWorker(
  {
    queue: 'render',
    summary: 'Has the renderer make files that a dead process left out',
    message: z.object({ companyId: z.guid(), id: z.guid() }),
    uses: ['render:invoke'],
    timeoutSeconds: 70,
    batchSize: 1,
  },
  async ({ companyId, id }) => {
    await render({ companyId, invoiceId: id });
  },
);
