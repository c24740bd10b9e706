import * as z from 'zod';
import { discardFile } from '#shared/documents/invoices/attachments/discard.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    summary: 'Deletes the file of a deleted record',
    queue: 'discard',
    message: z.object({ storageKey: z.string(), pk: z.string(), sk: z.string() }),
    uses: ['documents:remove'],
  },
  ({ storageKey, ...key }) => discardFile(storageKey, key),
);
