import * as z from 'zod';
import { defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { composeCompanyDeleted } from '#shared/app/company-purge/mail.ts';
import { composeContactMail } from '#shared/accounts/contact/mail.ts';
import { composeInvitation } from '#shared/accounts/identity/invitations/mail.ts';
import { composeTransportEnds } from '#shared/documents/delivery-notes/transport/sending/mail.ts';
import { accountMails } from '#shared/accounts/identity/account/mails.ts';
import { composeMailFailed } from '#shared/documents/common/emails/failed-notice.ts';
import { composeNotSubmitted } from '#shared/documents/invoices/submission/mail.ts';
import { composeRecurringFailed } from '#shared/documents/recurring-invoices/generation/mail.ts';
import { composeRecurringSkipped } from '#shared/documents/recurring-invoices/generation/skipped-mail.ts';
import { composeWebhookDisabled } from '#shared/app/webhooks/endpoints/mail.ts';
import { deliverAccountMail, type MailComposers } from '#shared/output/mail/deliver-account.ts';

const composers: Omit<MailComposers, 'due-invoices' | 'authority-warning' | 'past-retention'> = {
  ...accountMails,
  invitation: composeInvitation,
  contact: composeContactMail,
  'transport-ends': composeTransportEnds,
  'webhook-disabled': composeWebhookDisabled,
  'recurring-failed': composeRecurringFailed,
  'recurring-skipped': composeRecurringSkipped,
  'not-submitted': composeNotSubmitted,
  'company-deleted': composeCompanyDeleted,
  'mail-failed': composeMailFailed,
};

export const handler = defineWorker(
  {
    summary: 'Sends a requested mail',
    queue: 'email',
    message: z.object({ pk: z.string(), sk: z.string() }),
    uses: ['email:send', 'secrets-key:decrypt:invitation'],
    timeoutSeconds: 30,
  },
  key => deliverAccountMail(key, composers),
);
