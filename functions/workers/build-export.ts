import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { buildExport } from '#shared/documents/invoices/export/build.ts';
import { runArchive } from '#shared/documents/invoices/export/period/run.ts';

export const handler = defineRareWorker(
  {
    summary: 'Packs the files of invoices into a ZIP archive, or those of a period into volumes',
    message: z.object({ companyId: companyId(), id: z.guid(), run: z.number().int().optional() }),
    uses: ['documents:read', 'documents:write', 'documents:lock', 'render:invoke'],
    timeoutSeconds: 300,
    memory: 2048,
  },
  // An archive of a period is made in runs, one for each volume.
  ({ companyId, id, run }) => (run === undefined ? buildExport(companyId, id) : runArchive(companyId, id, run)),
);
