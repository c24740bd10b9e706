import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { completePropagation } from '#shared/documents/invoices/client-changes/propagate-client-change.ts';

export const handler = defineRareWorker(
  {
    summary: 'Updates open documents after a change of their client',
    message: z.object({ companyId: companyId(), id: z.guid() }),
    timeoutSeconds: 120,
  },
  ({ companyId, id }) => completePropagation(companyId, id),
);
