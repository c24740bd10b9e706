import * as z from 'zod';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { deliverAccountMail } from '#shared/output/mail/deliver-account.ts';
import { composeAuthorityWarning } from '#shared/documents/reminders/authority/mail.ts';
import { composePastRetention } from '#shared/app/retention/mail.ts';
import { composeNotice } from '#shared/documents/reminders/notices/mail.ts';

export const handler = defineRareWorker(
  {
    summary: 'Sends a notice to a member',
    message: z.object({ pk: z.string(), sk: z.string() }),
    uses: ['email:send'],
    timeoutSeconds: 30,
  },
  key =>
    deliverAccountMail(key, {
      'due-invoices': composeNotice,
      'authority-warning': composeAuthorityWarning,
      'past-retention': composePastRetention,
    }),
);
