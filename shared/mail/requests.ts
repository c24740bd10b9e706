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

/** Open invoices that fall due on one day, as the company's list had them when the notice was asked for. */
export interface DueGroup {
  when: 'in_3_days' | 'today' | 'yesterday';
  dueDate: string;
  /** All of them; `invoices` holds the first ones. */
  count: number;
  /** What is open of all of them, as stored amounts. */
  sums: { currency: string; balance: string }[];
  invoices: { number: string; clientName: string; currency: string; balance: string }[];
}

/** Why members should look after the connection to the tax authority. Days are dates in Romania. */
export type AuthorityWarning =
  | { kind: 'stale'; since: string; days: number; /** Until the authority forgets the first messages. */ daysLeft: number }
  | { kind: 'ending'; endsOn: string; daysLeft: number };

/** Template to what its mails are composed from. Text, address and secrets are looked up or made when it is sent. */
export interface MailParameters {
  'confirm-email': { userId: string };
  welcome: { userId: string };
  'reset-password': { userId: string };
  'password-changed': { userId: string };
  /** `name`: what the person called the passkey. */
  'passkey-added': { userId: string; name: string };
  'second-factor-enabled': { userId: string };
  /** The hash of the invitation's token. */
  invitation: { organizationId: string; hash: string };
  /** An identifier of a transport ends within a day. `user`: who declared it. */
  'transport-ends': { userId: string; number: string; uit: string; validUntil: string };
  /** A webhook was switched off for failing. `user`: an admin of its company. */
  'webhook-disabled': { userId: string; url: string };
  /** What falls due these days, for a member. `day`: of the notice. */
  'due-invoices': { userId: string; companyId: string; companyName: string; day: string; groups: DueGroup[] };
  /** The connection to the tax authority ends, or its documents are not fetched any more, for a member. `day`: of the warning. */
  'authority-warning': { userId: string; companyId: string; companyName: string; day: string; warnings: AuthorityWarning[] };
  /** A recurring invoice was not issued. `user`: who made its template; `name`: what it is called; `error`: why, in a sentence. */
  'recurring-failed': { userId: string; name: string; date: string; error: string };
  /** A planned submission was given up. `user`: who issued the document; `error`: why, in a sentence. */
  'not-submitted': { userId: string; number: string; error: string };
  /** A company was deleted whose documents are in their retention time. `purgeAt`: from when on its data are erased; null: they are kept. */
  'company-deleted': { userId: string; companyId: string; purgeAt: string | null };
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

/**
 * The write that asks for a mail, in the partition of what it is about.
 *
 * @param id names it, where it must be asked for once only: the write fails with `ConditionFailed` when it was before
 */
export function mailRequest(partition: string, request: MailRequest, id: string = newId()): Write {
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
