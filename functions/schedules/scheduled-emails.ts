import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';
import { SYSTEM } from '#shared/documents/common/timeline.ts';
import { sendScheduledEmails } from '#shared/output/mail/documents/send-scheduled.ts';
import { acceptingInvoices } from '#shared/documents/invoices/emails/accepting-invoices.ts';

export const handler = defineSchedule(
  {
    name: 'scheduled-emails',
    summary: 'Sends scheduled mails that are due',
    everyMinutes: 5,
  },
  () => sendScheduledEmails([acceptingInvoices], SYSTEM),
);
