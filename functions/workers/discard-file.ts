import * as z from 'zod';
import { discardFile } from '../../shared/invoices/attachments/discard.ts';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    summary: 'Takes away the file of what was deleted',
    queue: 'discard',
    message: z.object({ storageKey: z.string(), pk: z.string(), sk: z.string() }),
    uses: ['documents:remove', 'table:write'],
  },
  ({ storageKey, ...key }) => discardFile(storageKey, key),
);
