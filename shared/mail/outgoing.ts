import type { DueMark } from '../store/due-work.ts';
import { endLease, type Lease, takeLease } from '../store/lease.ts';
import { awaitsDispatch } from '../store/outbox.ts';
import type { Key } from '../store/table.ts';
import type { Write } from '../store/transact.ts';
import { isGivenUp, isThrottled, nextPostponement, type Postponement } from './throttling.ts';

/** What the record of every outgoing mail says of its sending: mails about accounts, and mails with documents. */
export interface OutgoingMail extends Lease {
  id: string;
  /** `dropped`: there was nothing to send any more. `failed`: it will not be tried again. */
  state: 'pending' | 'sending' | 'sent' | 'dropped' | 'failed';
  /** The mail service's id of the message, once it took it. */
  messageId: string | null;
  /** Set once the mail service has throttled this mail; absent otherwise. Each throttling queues the mail again, later. */
  postponement?: Postponement;
}

export interface PreparedMail {
  /** What must be stored before the mail may go out, such as a token that stands in it. */
  writes: Write[];
  /** Composes the mail and hands it to the mail service. @returns the service's id of the message */
  send(): Promise<string>;
}

/** How mails of one sort are sent. */
export interface Delivery<M extends OutgoingMail> {
  /** Longer than the worker's timeout, and no longer than the visibility timeout of its queue. */
  leaseSeconds: number;
  /** Null: there is nothing to send any more. */
  prepare(mail: M): Promise<PreparedMail | null>;
  /** The record of a mail that the service took; `state` and `messageId` are set already. */
  sent(mail: M): M;
  /** The record after a try that failed. @throws to have the queue deliver the message again */
  failed(mail: M, error: unknown): M;
  /** When the mail was asked for. */
  since(mail: M): string;
  /** The record of a mail that is given up after the mail service throttled it for a day. */
  givenUp(mail: M): M;
  /** Whether the queue redelivers after a failed try; if not, the record schedules the next try (`nextTry`). */
  isRepeatedByQueue: boolean;
  /** When the next try that the record schedules is due; null when it schedules none. */
  nextTry?(mail: M): DueMark | null;
}

const isOver = ({ state }: OutgoingMail): boolean => state === 'sent' || state === 'dropped' || state === 'failed';

/**
 * Sends a mail, normally once. The mail service has no idempotency keys, so the record tracks the progress: one worker at a time has its
 * lease and records the acceptance by the service. A worker that died, or lost the service's answer, does not know whether the mail went out;
 * the next one sends it again when the lease is over, unless a notification of the mail service has come by then (documents/note-event.ts). The other
 * order, noting first and sending then, would leave mails that never go out.
 *
 * A throttled mail goes back to the queue (throttling.ts): its record has a new queue message sent, so that neither
 * a try nor one of the receives that the queue allows is used up.
 *
 * @throws `LeaseTaken` when another worker is sending it: the queue will deliver the message again.
 */
export async function deliver<M extends OutgoingMail>(key: Key, delivery: Delivery<M>): Promise<void> {
  const made: { mail?: PreparedMail | null } = {};
  const item = await takeLease<M>(key, delivery.leaseSeconds, {
    isDone: isOver,
    begin: async mail => {
      made.mail = await delivery.prepare(mail);
      return made.mail
        ? { after: { ...mail, state: 'sending' }, also: made.mail.writes }
        : { after: { ...mail, state: 'dropped' } };
    },
  });
  if (!item || !made.mail) return;
  // A notification about the mail may arrive before the result of the send is recorded; the state that it set is kept.
  const note = (change: (mail: M) => M, nextTry: (after: M) => DueMark | null = () => null): Promise<unknown> =>
    endLease(item, mail => {
      if (mail.state !== 'sending') return null;
      const after = change(mail);
      return { after, due: nextTry(after) };
    });
  let messageId: string;
  try {
    messageId = await made.mail.send();
  } catch (error) {
    if (isThrottled(error)) {
      await (isGivenUp(delivery.since(item.data))
        ? note(mail => delivery.givenUp(mail))
        : note(
            mail => postponed(mail, error),
            ({ id, postponement }) => awaitsDispatch(id, postponement?.seconds),
          ));
      return;
    }
    await note(
      mail => delivery.failed(mail, error),
      mail => delivery.nextTry?.(mail) ?? null,
    );
    if (delivery.isRepeatedByQueue) throw error;
    return;
  }
  await note(mail => delivery.sent({ ...mail, state: 'sent', messageId }));
}

const postponed = <M extends OutgoingMail>(mail: M, error: unknown): M => ({
  ...mail,
  state: 'pending',
  postponement: nextPostponement(mail.postponement, error),
});
