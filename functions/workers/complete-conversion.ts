import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { completeConversion } from '#shared/documents/delivery-notes/conversion/staged.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineRareWorker(
  {
    summary: 'Finishes or undoes a bulk conversion of delivery notes whose process crashed',
    message: z.object({ companyId: companyId(), id: z.guid() }),
    timeoutSeconds: 120,
  },
  ({ companyId, id }) => completeConversion(companyId, id),
);
