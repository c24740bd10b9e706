import * as z from 'zod';
import { defineWorker } from '../../shared/http/define-worker.ts';
import { accountLetters } from '../../shared/identity/letters.ts';
import { deliverMail } from '../../shared/mail/deliver.ts';

export const handler = defineWorker(
  {
    summary: 'Sends a requested mail',
    queue: 'email',
    message: z.object({ pk: z.string(), sk: z.string() }),
    uses: ['table:read', 'table:write', 'email:send'],
    timeoutSeconds: 30,
  },
  key => deliverMail(key, accountLetters),
);
