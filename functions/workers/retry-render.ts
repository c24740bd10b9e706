import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { retryRender } from '#shared/documents/common/files/retry-render.ts';

export const handler = defineWorker(
  {
    queue: 'render',
    summary: 'Recovers missing PDF/XML files of issued documents',
    // `subject` is the kind of document.
    message: z.object({ companyId: companyId(), id: z.guid(), subject: z.literal('invoice').default('invoice') }),
    uses: ['render:invoke'],
    timeoutSeconds: 70,
    batchSize: 1,
  },
  ({ companyId, id, subject }) => retryRender({ companyId, kind: subject, id }),
);
