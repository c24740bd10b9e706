import { noticePast, noticeTask } from '#shared/app/retention/notice.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';

export const handler = defineRareWorker(
  {
    summary: 'Sends the yearly notice of what of a company is past its time',
    message: noticeTask,
    timeoutSeconds: 120,
  },
  noticePast,
);
