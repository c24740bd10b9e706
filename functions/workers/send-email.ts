import * as z from 'zod';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { contactLetter } from '../../shared/contact/contact.ts';
import { invitationLetter } from '../../shared/identity/organizations/invitation-mail.ts';
import { accountLetters } from '../../shared/identity/account/mails.ts';
import { deliverMail, type Letters } from '../../shared/mail/deliver.ts';

const letters: Letters = { ...accountLetters, invitation: invitationLetter, contact: contactLetter };

export const handler = defineWorker(
  {
    summary: 'Sends a requested mail',
    queue: 'email',
    message: z.object({ pk: z.string(), sk: z.string() }),
    uses: ['table:read', 'table:write', 'email:send', 'secrets-key:use'],
    timeoutSeconds: 30,
  },
  key => deliverMail(key, letters),
);
