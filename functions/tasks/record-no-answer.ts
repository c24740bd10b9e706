import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { recordNoAnswer, submissionInput } from '#shared/documents/invoices/submission/tasks.ts';

export const handler = defineTask(
  {
    summary: 'Records that the tax authority gave no answer',
    input: submissionInput,
  },
  recordNoAnswer,
);
