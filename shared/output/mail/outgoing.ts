import { now } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { ItemChange } from '#shared/platform/store/change-item.ts';
import { endLease, type Lease, takeLease } from '#shared/platform/store/lease.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import type { Key } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { isGivenUp, isLate, isSuspended, isThrottled, nextPostponement, type Postponement } from './throttling.ts';

/** The sending state in the record of every outgoing mail: mails about accounts, and mails with documents. */
export interface OutgoingMail extends Lease {
  id: string;
  /** `dropped`: the mail was no longer needed. `failed`: it will not be tried again. */
  state: 'pending' | 'sending' | 'sent' | 'dropped' | 'failed';
  /** The mail service's message id; null until the service accepted the mail. */
  messageId: string | null;
  /** Set once the mail service has throttled this mail, or was suspended; absent otherwise. Each throttling queues the mail again, later. */
  postponement?: Postponement;
  /** The instant of the next try in milliseconds since the epoch, once a try has failed or was throttled: see `isEarly`. */
  notBefore?: number;
}

export interface PreparedMail {
  /** Writes that must commit before the mail is sent, such as a token that it contains. */
  writes: Write[];
  /** Composes the mail and hands it to the mail service. @returns the service's message id */
  send(): Promise<string>;
}

/** How one type of mail is sent. */
export interface Delivery<M extends OutgoingMail> {
  /** Longer than the worker's timeout, and no longer than the visibility timeout of its queue. */
  leaseSeconds: number;
  /** @returns null when the mail is no longer needed */
  prepare(mail: M): Promise<PreparedMail | null>;
  /** The record after the service accepted the mail; `state` and `messageId` are already set. */
  sent(mail: M): M;
  /** The change of the record after a try that failed. */
  failed(mail: M, error: unknown): Changed<M>;
  /** The instant at which the mail was requested. */
  since(mail: M): string;
  /** The change of the record of a mail that is abandoned because the mail service took none for a day. */
  givenUp(mail: M, error: unknown): Changed<M>;
  /** Whether the queue redelivers after this failure; if not, the change of the record schedules the next try (`due`). */
  isRepeatedByQueue(error: unknown): boolean;
}

/** Computed again when another process has changed the record in between. */
type Changed<M> = ItemChange<M> | Promise<ItemChange<M>>;

const isOver = ({ state }: OutgoingMail): boolean => state === 'sent' || state === 'dropped' || state === 'failed';

/** By how much the clocks of two processes may differ. */
const SKEW_MILLIS = 1_000;

/**
 * Whether a message comes before the next try: then it was delivered twice, and the try has a message of its own. If such messages were
 * obeyed, each would fail like the first and queue one more, so that their number grew with every try. Pure, except for the clock.
 */
const isEarly = ({ notBefore = 0 }: OutgoingMail): boolean => now().getTime() < notBefore - SKEW_MILLIS;

/** A mail whose next try is this many seconds away. */
export const triedAgainIn = <M extends OutgoingMail>(mail: M, seconds: number): M => ({
  ...mail,
  notBefore: now().getTime() + seconds * 1_000,
});

/**
 * Sends a mail, normally once. The mail service has no idempotency keys, so the record tracks the progress: one worker at a time
 * holds its lease and records the acceptance by the service. A worker that died, or lost the service's answer, does not know
 * whether the mail was sent. The next worker sends it again when the lease has expired, unless an event of the mail service has
 * marked it as sent by then (documents/note-event.ts). Recording before sending would leave mails that never go out.
 *
 * A mail that is throttled, or meets a suspended account, goes back to the queue (throttling.ts): the change of its record makes the
 * outbox send a new queue message, so that it uses up neither a try nor one of the receives that the queue allows.
 *
 * @throws `LeaseTaken` when another worker is sending it: the queue will deliver the message again.
 */
export async function deliver<M extends OutgoingMail>(key: Key, delivery: Delivery<M>): Promise<void> {
  const made: { mail?: PreparedMail | null } = {};
  const item = await takeLease<M>(key, delivery.leaseSeconds, {
    isDone: mail => isOver(mail) || isEarly(mail),
    begin: async mail => {
      made.mail = await delivery.prepare(mail);
      return made.mail
        ? { after: { ...mail, state: 'sending' }, also: made.mail.writes }
        : { after: { ...mail, state: 'dropped' } };
    },
  });
  if (!item || !made.mail) return;
  // An event about the mail may arrive before the result of the send is recorded; the state that it set stays.
  const note = (change: (mail: M) => Changed<M>): Promise<unknown> =>
    endLease(item, async mail => (mail.state === 'sending' ? { due: null, ...(await change(mail)) } : null));
  let messageId: string;
  try {
    messageId = await made.mail.send();
  } catch (error) {
    // Counted for an alarm (docs/operations/mail.md, Mails that fail). No line of level ERROR: those of many waiting mails would roll back deploys.
    if (isSuspended(error)) log.warn('Mail service suspended', { mailId: item.data.id, failure: (error as Error).name });
    else if (isThrottled(error) && isLate(delivery.since(item.data)))
      log.warn('Mail waits', { mailId: item.data.id, failure: (error as Error).name });
    if (isThrottled(error) || isSuspended(error)) {
      const isOld = isGivenUp(delivery.since(item.data));
      await note(mail => (isOld ? delivery.givenUp(mail, error) : postponed(mail, error)));
      return;
    }
    await note(mail => delivery.failed(mail, error));
    if (delivery.isRepeatedByQueue(error)) throw error;
    return;
  }
  await note(mail => ({ after: delivery.sent({ ...mail, state: 'sent', messageId }) }));
}

function postponed<M extends OutgoingMail>(mail: M, error: unknown): ItemChange<M> {
  const postponement = nextPostponement(mail.postponement, error);
  const { seconds } = postponement;
  return {
    after: triedAgainIn({ ...mail, state: 'pending', postponement }, seconds),
    due: awaitsDispatch(mail.id, seconds),
  };
}
