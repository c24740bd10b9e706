import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { buildExport } from '#shared/documents/invoices/export/build.ts';

export const handler = defineRareWorker(
  {
    summary: 'Packs the files of invoices into a ZIP archive',
    message: z.object({ companyId: companyId(), id: z.guid() }),
    uses: ['documents:read', 'documents:write', 'documents:lock', 'render:invoke'],
    timeoutSeconds: 300,
    memory: 2048,
  },
  ({ companyId, id }) => buildExport(companyId, id),
);
