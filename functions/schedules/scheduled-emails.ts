import { defineSchedule } from '#shared/lambda/worker/define-worker.ts';
import { SYSTEM } from '#shared/documents/timeline.ts';
import { sendScheduledEmails } from '#shared/mail/documents/send-scheduled.ts';
import { acceptingInvoices } from '#shared/invoices/emails/accepting-invoices.ts';

export const handler = defineSchedule(
  {
    name: 'scheduled-emails',
    summary: 'Sends scheduled mails that are due',
    everyMinutes: 5,
  },
  () => sendScheduledEmails([acceptingInvoices], SYSTEM),
);
