import { epochSeconds, instant } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { VersionedItem } from '../store/change-item.ts';
import { NO_LEASE } from '../store/lease.ts';
import { awaitsDispatch } from '../store/outbox.ts';
import type { Key } from '../store/table.ts';
import { create, type Write } from '../store/transact.ts';
import type { OutgoingMail } from './outgoing.ts';

/**
 * Mails are asked for by an item in the transaction that gives rise to them, and sent by the worker that the table's stream
 * feeds: nothing is mailed that did not commit, and nothing committed stays unmailed.
 */

/** Template to what its mails are composed from. Text, address and secrets are looked up or made when it is sent. */
export interface MailParameters {
  'confirm-email': { userId: string };
  welcome: { userId: string };
  'reset-password': { userId: string };
  'password-changed': { userId: string };
  /** The hash of the invitation's token. */
  invitation: { organizationId: string; hash: string };
  /** An identifier of a transport ends within a day. `user`: who declared it. */
  'transport-ends': { userId: string; number: string; uit: string; validUntil: string };
  /** A webhook was switched off for failing. `user`: an admin of its company. */
  'webhook-disabled': { userId: string; url: string };
  /** What somebody wrote to the operator. */
  contact: { name: string; email: string; subject: string; message: string };
}

/** What to send to whom. */
export type MailRequest = { [T in keyof MailParameters]: { template: T } & MailParameters[T] }[keyof MailParameters];

/** A mail about an account: item `<partition>` / `MAIL#<id>`. */
export interface Mail extends OutgoingMail {
  request: MailRequest;
  createdAt: string;
  sentAt: string | null;
}

export type MailItem = VersionedItem<Mail>;

/** The record of what was sent is kept this long. */
const KEPT_SECONDS = 30 * 86_400;

export const mailKey = (partition: string, id: string): Key => ({ pk: partition, sk: `MAIL#${id}` });

/** The write that asks for a mail, in the partition of what it is about. */
export function mailRequest(partition: string, request: MailRequest): Write {
  const id = newId();
  const mail: Mail = {
    id,
    request,
    state: 'pending',
    messageId: null,
    createdAt: instant(),
    sentAt: null,
    ...NO_LEASE,
  };
  const expiresAt = epochSeconds() + KEPT_SECONDS;
  return create({ ...mailKey(partition, id), kind: 'mail', version: 1, data: mail, expiresAt, ...awaitsDispatch(id) });
}
