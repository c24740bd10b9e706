import * as z from 'zod';
import { removeFile } from '../../shared/aws/documents-bucket.ts';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    summary: 'Takes away the file of what was deleted',
    queue: 'discard',
    message: z.object({ storageKey: z.string() }),
    uses: ['documents:remove'],
  },
  ({ storageKey }) => removeFile(storageKey),
);
