import { defineSchedule } from '../../shared/lambda/worker/define-worker.ts';
import { sendScheduledEmails } from '../../shared/invoices/emails/scheduled.ts';

export const handler = defineSchedule(
  {
    name: 'scheduled-emails',
    summary: 'Sends mails whose time has come',
    everyMinutes: 5,
    uses: ['table:read', 'table:write'],
  },
  sendScheduledEmails,
);
