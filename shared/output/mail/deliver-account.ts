import { environment } from '#shared/platform/aws/environment.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { sleepWithJitter } from '#shared/platform/store/resend.ts';
import type { Key } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { accountTags } from './account-tags.ts';
import { deliver } from './outgoing.ts';
import type { Mail, MailParameters, MailRequest } from './requests.ts';
import { type Message, sendMessage } from './send.ts';
import { givenUpReason, isThrottled } from './throttling.ts';

/** A mail about an account, and what must be stored before it may go out. */
export interface ComposedMail {
  message: Message;
  writes: Write[];
}

/** For each template, the function that composes its mail; it returns null when the mail is no longer needed. */
export type MailComposers = { [T in keyof MailParameters]: (request: MailParameters[T]) => Promise<ComposedMail | null> };

/** Equals the visibility timeout of the queue of these mails. */
const LEASE_SECONDS = 60;

/**
 * Sends a requested mail, normally once (outgoing.ts). The queue redelivers after a failed try.
 *
 * @throws when another worker is sending it, or sending failed: the queue will deliver the message again.
 */
export const deliverAccountMail = (key: Key, composers: Partial<MailComposers>): Promise<void> =>
  deliver<Mail>(key, {
    leaseSeconds: LEASE_SECONDS,
    prepare: async ({ id, request }) => {
      const composed = await composerOf(composers, request)(request);
      return composed && { writes: composed.writes, send: () => send(composed.message, accountTags(key.pk, id)) };
    },
    sent: mail => ({ ...mail, sentAt: instant() }),
    failed: mail => ({ after: { ...mail, state: 'pending' } }),
    since: mail => mail.createdAt,
    givenUp: (mail, error) => {
      log.error('Mail failed', new Error(givenUpReason(error)), { mailId: mail.id });
      return { after: { ...mail, state: 'failed' } };
    },
    isRepeatedByQueue: () => true,
  });

type Composer = (request: MailRequest) => Promise<ComposedMail | null>;

function composerOf(composers: Partial<MailComposers>, { template }: MailRequest): Composer {
  const compose = composers[template] as Composer | undefined;
  if (!compose) throw new Error(`Nothing composes mails of the template ${template}.`);
  return compose;
}

/**
 * Tries within one receive: people wait for these mails, and the queue's retries are minutes apart. A throttled mail is tried more
 * often: while a burst of mails with documents uses up the sending rate, one of these tries succeeds within three seconds on
 * average.
 */
const TRIES_AT_ONCE = 3;
const TRIES_FOR_ROOM = 10;

async function send(message: Message, tags: Record<string, string>): Promise<string> {
  const envelope = { from: environment('mailFrom'), configurationSet: environment('mailConfigurationSet'), tags };
  for (let tried = 1; ; tried++) {
    try {
      return await sendMessage(message, envelope);
    } catch (error) {
      if (tried >= triesAfter(error)) throw error;
      await sleepWithJitter(tried);
    }
  }
}

const triesAfter = (error: unknown): number => (isThrottled(error) ? TRIES_FOR_ROOM : wasRefused(error) ? TRIES_AT_ONCE : 1);

/** Whether the mail service answered 5xx, so that it did not accept the mail. Without an answer, it may have accepted it. */
const wasRefused = (error: unknown): boolean =>
  ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0) >= 500;
