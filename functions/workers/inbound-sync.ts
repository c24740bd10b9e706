import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { continueRun, RUN_SECONDS } from '#shared/documents/received-sync/run.ts';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineWorker(
  {
    summary: "Downloads and stores a company's messages from the tax authority",
    queue: 'inbound-sync',
    message: z.object({ companyId: companyId(), id: z.guid() }),
    uses: ['documents:read', 'documents:write', 'documents:lock', 'secrets-key:decrypt:taxauth-token', 'taxauth:call'],
    timeoutSeconds: RUN_SECONDS,
    memory: 2048,
    batchSize: 1,
  },
  ({ companyId, id }) => continueRun(companyId, id),
);
