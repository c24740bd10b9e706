import { environment } from '../aws/environment.ts';
import { sesv2 } from '../aws/sesv2.ts';
import { instant } from '../kernel/clock.ts';
import type { Key } from '../store/table.ts';
import type { Write } from '../store/transact.ts';
import { deliver } from './outgoing.ts';
import type { Mail, MailParameters, MailRequest } from './requests.ts';
import { type Message, sendMessage } from './send.ts';

/** A mail about an account, and what must be stored before it may go out. */
export interface ComposedMail {
  message: Message;
  writes: Write[];
}

/** Template to what composes its mails; null when there is nothing to send any more. */
export type MailComposers = { [T in keyof MailParameters]: (request: MailParameters[T]) => Promise<ComposedMail | null> };

/** The queue of these mails has as long a visibility timeout. */
const LEASE_SECONDS = 60;

/**
 * Sends a requested mail, once (outgoing.ts). A failed try is repeated by the queue.
 *
 * @throws when another worker is sending it, or sending failed: the queue will deliver the message again.
 */
export const deliverAccountMail = (key: Key, composers: Partial<MailComposers>): Promise<void> =>
  deliver<Mail>(key, {
    leaseSeconds: LEASE_SECONDS,
    prepare: async ({ id, request }) => {
      const composed = await composerOf(composers, request)(request);
      return composed && { writes: composed.writes, send: () => send(composed.message, id) };
    },
    sent: mail => ({ ...mail, sentAt: instant() }),
    failed: mail => ({ ...mail, state: 'pending' }),
    isRepeatedByQueue: true,
  });

type Composer = (request: MailRequest) => Promise<ComposedMail | null>;

function composerOf(composers: Partial<MailComposers>, { template }: MailRequest): Composer {
  const compose = composers[template] as Composer | undefined;
  if (!compose) throw new Error(`Nothing composes mails of the template ${template}.`);
  return compose;
}

/** The mail's id goes along as a tag, so that delivery events name the mail they are about. */
const send = (message: Message, mailId: string): Promise<string> =>
  sendMessage(sesv2(), message, {
    from: environment('mailFrom'),
    configurationSet: environment('mailConfigurationSet'),
    tags: { mailId },
  });
