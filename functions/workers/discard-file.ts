import * as z from 'zod';
import { discardFile } from '#shared/documents/invoices/attachments/discard.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineRareWorker(
  {
    summary: 'Deletes the file of a deleted record',
    message: z.object({ storageKey: z.string(), pk: z.string(), sk: z.string() }),
    uses: ['documents:remove'],
  },
  ({ storageKey, ...key }) => discardFile(storageKey, key),
);
