import * as z from 'zod';
import { isDate } from '#shared/base/kernel/dates.ts';
import { auditSample } from '#shared/documents/audit/sample.ts';
import { companyId } from '#shared/platform/lambda/message.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineRareWorker(
  {
    summary: 'Audits the numbers of a company whose turn is tonight, so that what was tampered with raises an alarm',
    message: z.object({ companyId: companyId(), day: z.string().refine(isDate) }),
    table: 'read',
    uses: ['anchors:read'],
    memory: 1024,
    timeoutSeconds: 120,
  },
  auditSample,
);
