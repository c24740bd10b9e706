import { epochSeconds, instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { VersionedItem } from '#shared/platform/store/change-item.ts';
import { NO_LEASE } from '#shared/platform/store/lease.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import type { Key, CompanyId } from '#shared/platform/store/table.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';
import type { OutgoingMail } from './outgoing.ts';

/**
 * A mail is requested by an item that is written in the transaction that causes it (transactional outbox). The table's stream
 * passes the item to the worker that sends it: every mail of a committed transaction is sent, and none of one that failed.
 */

/** Open invoices that fall due on one day, as the company's invoice list had them when the notice was requested. */
export interface DueGroup {
  when: 'in_3_days' | 'today' | 'yesterday';
  dueDate: string;
  /** Number of all invoices of the group; `invoices` holds the first ones. */
  count: number;
  /** Sums of the open balances of all invoices of the group, by currency, as stored amounts. */
  sums: { currency: string; balance: string }[];
  invoices: { number: string; clientName: string; currency: string; balance: string }[];
}

/** How many records of a company are past their retention. */
export interface PastCounts {
  drafts: number;
  documents: number;
  clients: number;
}

/**
 * What members should do about the tax authority: reconnect to it when no messages were fetched since a date (`stale`), or the connection
 * expires (`ending`); send documents whose deadline is near (`unsent`). Dates are calendar dates in Romania.
 */
export type AuthorityWarning =
  | { kind: 'stale'; since: string; days: number; /** Until the authority deletes unfetched messages. */ daysLeft: number }
  | { kind: 'ending'; endsOn: string; daysLeft: number }
  | { kind: 'unsent'; deadline: string; /** Of all documents; `numbers` has the first ones. */ count: number; numbers: string[] };

/**
 * For each template, the parameters of its mails. Texts, addresses and secrets are looked up or generated when the mail is sent.
 */
export interface MailParameters {
  'confirm-email': { userId: string };
  welcome: { userId: string };
  'reset-password': { userId: string };
  'password-changed': { userId: string };
  /** `name`: the name that the user gave to the passkey. */
  'passkey-added': { userId: string; name: string };
  'passkey-removed': { userId: string; name: string };
  /** An API key was created, replaced by a new one, or given more scopes. `name`: the name that the user gave to it. */
  'api-key-changed': { userId: string; name: string; change: 'created' | 'rotated' | 'widened' };
  'second-factor-enabled': { userId: string };
  /** The owner of the email has taken over an account that was registered with it. */
  'account-taken-over': { userId: string };
  /** The hash of the invitation's token. */
  invitation: { organizationId: string; hash: string };
  /** The identifier (UIT) of a transport expires within a day. `userId`: the user who declared the transport. */
  'transport-ends': { userId: string; number: string; uit: string; validUntil: string };
  /** A webhook was disabled because its deliveries failed. `userId`: an admin of its company. */
  'webhook-disabled': { userId: string; url: string };
  /** Invoices that fall due these days, for one member. `day`: the date of the notice. */
  'due-invoices': { userId: string; companyId: CompanyId; companyName: string; day: string; groups: DueGroup[] };
  /**
   * The connection to the tax authority expires, documents are no longer fetched, or have to be sent; for one member. `day`: the date of
   * the warning.
   */
  'authority-warning': { userId: string; companyId: CompanyId; companyName: string; day: string; warnings: AuthorityWarning[] };
  /**
   * A recurring invoice was not issued. `userId`: the creator of its template; `name`: the template's name; `error`: the reason, a
   * sentence.
   */
  'recurring-failed': { userId: string; name: string; date: string; error: string };
  /** A recurring invoice was issued late for `date`, and not for later dates that had passed by then. `userId`, `name`: as above. */
  'recurring-skipped': { userId: string; name: string; date: string; skipped: string[] };
  /** A planned submission was abandoned. `userId`: the user who issued the document; `error`: the reason, a sentence. */
  'not-submitted': { userId: string; number: string; error: string };
  /** A mail with a document was not sent. `userId`: who gets the notice; `mailSk`: sort key of the mail that failed. */
  'mail-failed': { userId: string; companyId: CompanyId; mailSk: string };
  /**
   * A company with documents in their retention period was deleted. `purgeAt`: the instant from which its data are erased; null:
   * never.
   */
  'company-deleted': { userId: string; companyId: CompanyId; purgeAt: string | null };
  /** Data of a company are past their retention; how many of each sort. For a member who may remove them. */
  'past-retention': { userId: string; companyId: CompanyId; companyName: string; past: PastCounts };
  /** A message to the operator, sent through the contact form. */
  contact: { name: string; email: string; subject: string; message: string };
}

/** A template's name with its parameters. */
export type MailRequest = { [T in keyof MailParameters]: { template: T } & MailParameters[T] }[keyof MailParameters];

/** A mail about an account: item `<partition>` / `MAIL#<id>`. */
export interface Mail extends OutgoingMail {
  request: MailRequest;
  createdAt: string;
  sentAt: string | null;
}

export type MailItem = VersionedItem<Mail>;

/** TTL of the record, sent or not. */
const KEPT_SECONDS = 30 * 86_400;

export const mailKey = (partition: string, id: string): Key => ({ pk: partition, sk: `MAIL#${id}` });

/**
 * The write that requests a mail.
 *
 * @param partition partition key of the user, organization or company that the mail is about
 * @param id deterministic for a mail that must be requested only once: the write then fails with `ConditionFailed` the second time
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
