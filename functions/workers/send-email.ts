import * as z from 'zod';
import { defineWorker } from '../../shared/http/define-worker.ts';
import { contactLetter } from '../../shared/identity/contact.ts';
import { invitationLetter } from '../../shared/identity/invitation-letter.ts';
import { accountLetters } from '../../shared/identity/letters.ts';
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
