import * as z from 'zod';
import { defineTask } from '../../shared/lambda/worker/define-worker.ts';
import { completeFiles } from '../../shared/invoices/files/complete-files.ts';

/** Owns the browser: invoked by whoever waits for a PDF, and by the queue's consumer for what was left behind. */
export const handler = defineTask(
  {
    summary: 'Makes the files of a document that are missing',
    input: z.object({ companyId: z.guid(), invoiceId: z.guid() }),
    uses: ['table:read', 'table:write', 'documents:read', 'documents:write'],
    memory: 2048,
    timeoutSeconds: 60,
  },
  ({ companyId, invoiceId }) => completeFiles(companyId, invoiceId),
);
