import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { completeConversion } from '#shared/documents/delivery-notes/conversion/staged.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    queue: 'conversion',
    summary: 'Finishes or undoes a bulk conversion of delivery notes whose process crashed',
    message: z.object({ companyId: companyId(), id: z.guid() }),
    batchSize: 1,
    timeoutSeconds: 120,
  },
  ({ companyId, id }) => completeConversion(companyId, id),
);
