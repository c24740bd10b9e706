import { epochSeconds, instant } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { Item, Key } from '../store/table.ts';
import { create, type Write } from '../store/transact.ts';

/**
 * Mails are asked for by an item in the transaction that gives rise to them, and sent by the worker that the table's stream
 * feeds: nothing is mailed that did not commit, and nothing committed stays unmailed.
 */

/** Template to what its letter is written from. Text, address and secrets are looked up or made when it is sent. */
export interface MailParameters {
  'confirm-email': { userId: string };
  welcome: { userId: string };
  'reset-password': { userId: string };
  'password-changed': { userId: string };
  /** The hash of the invitation's token. */
  invitation: { organizationId: string; hash: string };
  /** What somebody wrote to the operator. */
  contact: { name: string; email: string; subject: string; message: string };
}

/** What to send to whom. */
export type MailRequest = { [T in keyof MailParameters]: { template: T } & MailParameters[T] }[keyof MailParameters];

/** Item `<partition>` / `MAIL#<id>`. */
export interface Mail {
  id: string;
  request: MailRequest;
  /** `dropped`: there was nothing to send any more. */
  state: 'pending' | 'sending' | 'sent' | 'dropped';
  /** Milliseconds since the epoch until which the worker that sends it has it for itself. */
  leaseUntil: number;
  /** The mail service's id of the message, once sent. */
  messageId: string | null;
  createdAt: string;
  sentAt: string | null;
}

export type MailItem = Item & { data: Mail };

/** The record of what was sent is kept this long. */
const KEPT_SECONDS = 30 * 86_400;

export const mailKey = (partition: string, id: string): Key => ({ pk: partition, sk: `MAIL#${id}` });

/** The write that asks for a mail; it lies in the partition of what it is about. */
export function mailRequest(partition: string, request: MailRequest): Write {
  const id = newId();
  const mail: Mail = { id, request, state: 'pending', leaseUntil: 0, messageId: null, createdAt: instant(), sentAt: null };
  return create({ ...mailKey(partition, id), kind: 'mail', data: mail, expiresAt: epochSeconds() + KEPT_SECONDS });
}
