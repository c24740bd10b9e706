import { noticedMembers } from '#shared/platform/access/noticed.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { ItemChange } from '#shared/platform/store/change-item.ts';
import { due } from '#shared/platform/store/due-work.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { companyPartition, type CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { mailKey, mailRequest } from '../../requests.ts';
import { isNeedless, notSent } from './failures.ts';
import { emailPrefix, type FailingKind } from '../kind.ts';
import type { DocumentEmail } from '../model.ts';
import { emailNotification } from '../notifications.ts';

/** The group of mails in the index of due work that an operator may have sent after all (requeue.ts). */
export const FAILED_MAILS = 'FAILEDMAIL';

interface Failure {
  /** What was thrown. Its text is neither logged nor shown, since it may name addresses. */
  error: unknown;
  /** The reason that histories show. */
  reason: string;
  /** Whether the mail may go out once the fault has passed. */
  isTemporary: boolean;
}

/**
 * The change of a mail that has failed permanently, with what informs everybody who can do something about it: operators by the log, which
 * raises an alarm; the company by its webhooks and by the timeline of the document; the sender by a mail.
 */
export async function failing(
  kind: FailingKind,
  email: DocumentEmail,
  { error, reason, isTemporary }: Failure,
): Promise<ItemChange<DocumentEmail>> {
  const { id: emailId, companyId, documentId, tries } = email;
  const after = notSent(email, reason);
  const isFault = !isNeedless(error);
  // A metric filter counts this message (infra/stacks/observability/log-filters.ts).
  if (isFault)
    log.error('Mail failed', new Error(reason), {
      companyId,
      documentId,
      emailId,
      tries,
      failure: (error as Error | undefined)?.name,
    });
  const [recorded, notices] = await Promise.all([
    kind.failureWrites(after, emailNotification(kind, after, 'failed')),
    isFault ? noticeWrites(kind, after) : [],
  ]);
  return { after, also: [...recorded, ...notices], due: isTemporary ? due(FAILED_MAILS, emailId, instant()) : null };
}

/** The most members who get a notice about an automatic mail: a transaction takes 100 writes. */
const MOST_NOTICED = 50;

/**
 * The writes that request the mails to those who should know: the sender; for an automatic mail the members who get notices about the
 * company. While the mail service fails, many mails do: each person gets one notice in an hour, and finds the other mails in the histories.
 */
async function noticeWrites(kind: FailingKind, { id, companyId, documentId, sentBy }: DocumentEmail): Promise<Write[]> {
  const noticed = sentBy.id === null ? await membersOf(companyId) : [sentBy.id];
  const partition = companyPartition(companyId);
  const hour = instant().slice(0, 13);
  const ids = noticed.map(userId => `failed-${hour}-${userId}`);
  const known = await getItems(ids.map(notice => mailKey(partition, notice)));
  const mailSk = `${emailPrefix(kind, documentId)}${id}`;
  return noticed.flatMap((userId, place) =>
    known[place] ? [] : [mailRequest(partition, { template: 'mail-failed', userId, companyId, mailSk }, ids[place])],
  );
}

async function membersOf(companyId: CompanyId): Promise<string[]> {
  const company = await readCompany(companyId);
  if (!company || company.deletedAt !== null) return [];
  return (await noticedMembers(company)).slice(0, MOST_NOTICED).map(({ userId }) => userId);
}
