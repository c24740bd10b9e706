import * as z from 'zod';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { recordFailedUpload, submissionInput } from '#shared/documents/invoices/submission/tasks.ts';

export const handler = defineTask(
  {
    summary: 'Records that a submission could not be uploaded',
    input: submissionInput.extend({ failure: z.string() }),
  },
  ({ failure, ...input }) => recordFailedUpload(input, failure),
);
