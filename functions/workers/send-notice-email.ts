import * as z from 'zod';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { deliverAccountMail } from '#shared/output/mail/deliver-account.ts';
import { composeAuthorityWarning } from '#shared/documents/reminders/authority/mail.ts';
import { composeNotice } from '#shared/documents/reminders/notices/mail.ts';

export const handler = defineWorker(
  {
    summary: 'Sends a notice to a member',
    queue: 'notice-email',
    message: z.object({ pk: z.string(), sk: z.string() }),
    uses: ['email:send'],
    timeoutSeconds: 30,
    batchSize: 5,
    // As for mails with documents: notices must leave sending rate for mails that people wait for.
    maximumConcurrency: 2,
  },
  key => deliverAccountMail(key, { 'due-invoices': composeNotice, 'authority-warning': composeAuthorityWarning }),
);
