import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { MAIL_ITEMS } from '#shared/model/kinds.ts';
import { notSent } from '#shared/output/mail/documents/failed/failures.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import type { ScheduledEmail } from '#shared/output/mail/documents/schedule.ts';
import type { OutgoingMail } from '#shared/output/mail/outgoing.ts';
import type { Mail } from '#shared/output/mail/requests.ts';
import { changed, hasVersion, type VersionedItem } from '#shared/platform/store/change-item.ts';
import { put, remove, transact } from '#shared/platform/store/transact.ts';
import { about, type Gap, sentUntil, type Settled, type Stored } from './settled.ts';

/** Mails that the restored table would send once more. */

const UNKNOWN = 'Not known whether it was sent: the service was restored to an earlier time';

/** Whether a mail was waiting at the restored second, and its next try was long enough before the pause. @param since when it was requested */
const wasDue = ({ state, notBefore = 0 }: OutgoingMail, since: string, gap: Gap): boolean =>
  (state === 'pending' || state === 'sending') && Math.max(notBefore, Date.parse(since)) <= Date.parse(sentUntil(gap));

/** Whether no try had failed: then it was sent within seconds. */
const isFresh = ({ postponement, tries = 0 }: OutgoingMail & { tries?: number }): boolean => !postponement && tries === 0;

/** The mail with a document as one that is over; undefined when it is to be sent after the restore. Pure. */
export function settledMail(mail: DocumentEmail, gap: Gap): DocumentEmail | undefined {
  if (!wasDue(mail, mail.requeuedAt ?? mail.sentAt, gap)) return undefined;
  return isFresh(mail) ? { ...mail, state: 'sent', deliveryStatus: 'sent' } : notSent(mail, UNKNOWN);
}

/** The mail about an account as one that is over; undefined when it is to be sent after the restore. Pure. */
export function settledAccountMail(mail: Mail, gap: Gap): Mail | undefined {
  if (!wasDue(mail, mail.createdAt, gap)) return undefined;
  return isFresh(mail) ? { ...mail, state: 'sent', sentAt: gap.until } : { ...mail, state: 'dropped' };
}

function replaced<T>(item: Stored, after: T): Promise<void> {
  // Mails are stored as versioned items, which the scan does not know.
  const before = item as unknown as VersionedItem<T>;
  return transact([put({ ...changed(before, { after, due: null }) }, hasVersion(before.version))]);
}

function mailWithDocument(item: Stored, gap: Gap): Settled[] {
  const mail = item['data'] as DocumentEmail;
  const after = settledMail(mail, gap);
  if (!after) return [];
  const of = about(mail.companyId, 'document', mail.documentId, 'mail', mail.id, after.state);
  return [{ kind: 'mails with documents', of, write: () => replaced(item, after) }];
}

function accountMail(item: Stored, gap: Gap): Settled[] {
  const mail = item['data'] as Mail;
  const after = settledAccountMail(mail, gap);
  const of = `${mail.request.template} ${mail.id} ${after?.state}`;
  return after ? [{ kind: 'mails about accounts', of, write: () => replaced(item, after) }] : [];
}

/** A mail that was postponed keeps its `at`, and is in the index at a later time. */
function scheduledMail(item: Stored, gap: Gap): Settled[] {
  const { companyId, documentId, at } = item['data'] as ScheduledEmail;
  if ((item.dueAt ?? at) > sentUntil(gap)) return [];
  const condition = { expression: '#data.#at = :at', names: { '#data': 'data', '#at': 'at' }, values: { ':at': at } };
  const write = () => transact([remove({ pk: item.pk, sk: item.sk }, condition)]);
  return [{ kind: 'scheduled mails', of: about(companyId, 'document', documentId, at), write }];
}

/** By kind of item, what was sent in the gap. */
export const MAILS: Partial<Record<ItemKind, (item: Stored, gap: Gap) => Settled[]>> = {
  ...Object.fromEntries(MAIL_ITEMS.map(kind => [kind, mailWithDocument])),
  mail: accountMail,
  'scheduled-email': scheduledMail,
};
