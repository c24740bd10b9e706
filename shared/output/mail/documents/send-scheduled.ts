import { inGrace } from '#shared/platform/access/company-store.ts';
import { companyRecordKey } from '#shared/platform/access/records.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { log, withLogFields } from '#shared/base/kernel/log.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { dueRows } from '#shared/platform/store/due-work.ts';
import { unlessDamaged } from '#shared/platform/store/packing/damaged.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item, Key, CompanyId } from '#shared/platform/store/table.ts';
import { ConditionFailed, remove, retryOnContention, transact, update, type Write } from '#shared/platform/store/transact.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import { copiesOf } from '../copies.ts';
import { isTracked } from '../tracking/choice.ts';
import { readTemplates } from '../templates/store.ts';
import { emailWrites, newEmail, recordWrite, wordsOf } from './accept.ts';
import { notSent, SUPPRESSED } from './failed/failures.ts';
import type { AcceptingKind } from './kind.ts';
import { emailNotification } from './notifications.ts';
import { type ScheduledEmail, SCHEDULED_MAILS, scheduledKey } from './schedule.ts';
import { suppressionOf } from './suppression.ts';

/**
 * Sends the scheduled mails that are due, with the texts, the recipient and the copies that are current now. Mails above the
 * organization's hourly number of recipients are postponed.
 *
 * @param sentBy the sender that histories show
 * @throws the first unexpected error, after all mails were tried
 */
export async function sendScheduledEmails(kinds: readonly AcceptingKind[], sentBy: PersonRef): Promise<void> {
  const scheduled = await dueRows<ScheduledEmail>(SCHEDULED_MAILS);
  const sent = await Promise.allSettled(
    scheduled.map(one =>
      withLogFields({ companyId: one.companyId }, () => sendOne(kindNamed(kinds, one.documentType), one, sentBy)),
    ),
  );
  // Thrown after all mails were tried: an unexpected error of one must not stop the others.
  for (const one of sent) if (one.status === 'rejected') throw one.reason;
}

function kindNamed(kinds: readonly AcceptingKind[], documentType: string): AcceptingKind {
  const kind = kinds.find(({ mailCategory }) => mailCategory === documentType);
  if (!kind) throw new Error(`No kind of document is mailed as ${documentType}.`);
  return kind;
}

async function sendOne(kind: AcceptingKind, scheduled: ScheduledEmail, sentBy: PersonRef): Promise<void> {
  const { companyId, documentId } = scheduled;
  try {
    // One with a document that cannot be read waits until somebody has looked at it.
    await unlessDamaged(
      documentId,
      retryOnContention(() => sendNow(kind, companyId, documentId, sentBy)),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.warn('Scheduled mail not sent', { [`${kind.item}Id`]: documentId, reason: error.code });
    await afterRefusal(kind, scheduled, error);
  }
}

/** Postponement of a mail when the hourly limit is reached, so that other mails are tried before it. */
const PUT_OFF_SECONDS = 600;

/** Postponement of a mail of a deleted company that may still be restored. */
const AFTER_DELETION_SECONDS = 6 * 3600;

/**
 * Handles the schedule of a refused mail. After a permanent refusal, such as a body that is too long with its variables filled in,
 * it is removed, or each run would try it again. Above the rate limit it is postponed, so that it does not delay the mails of
 * others.
 */
async function afterRefusal(
  kind: AcceptingKind,
  { companyId, documentId, at }: ScheduledEmail,
  { code }: Problem,
): Promise<void> {
  const key = scheduledKey(kind, companyId, documentId);
  try {
    if (code === 'validation_error') await transact([remove(key, unchanged(at))]);
    else if (code === 'rate_limited') await transact([putOff(key, at, PUT_OFF_SECONDS)]);
  } catch (error) {
    // Meanwhile, it was cancelled or moved to another time.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** The write that makes a schedule due again in a number of seconds, unless it was moved to another time than `at`. */
function putOff(key: Key, at: string, seconds: number): Write {
  const { expression: condition, names, values } = unchanged(at);
  return update(key, { expression: 'SET dueAt = :later', names, values: { ...values, ':later': instantIn(seconds) }, condition });
}

/** Condition: the schedule is still for the time `at`. */
const unchanged = (at: string) => ({
  expression: '#data.#at = :at',
  names: { '#data': 'data', '#at': 'at' },
  values: { ':at': at },
});

/** Accepts the mail and removes its schedule, in one transaction: concurrent runs send it once. */
async function sendNow(kind: AcceptingKind, companyId: CompanyId, documentId: string, sentBy: PersonRef): Promise<void> {
  const key = scheduledKey(kind, companyId, documentId);
  const [scheduled, document, record, templates] = await Promise.all([
    getItem<Item & { data: ScheduledEmail }>(key),
    kind.read(companyId, documentId),
    getItem<Item & { data: Company }>(companyRecordKey(companyId)),
    readTemplates(companyId),
  ]);
  // The index is eventually consistent: the mail may have been cancelled or postponed meanwhile.
  if (!scheduled || scheduled.data.at > instant()) return;
  const done = remove(key, unchanged(scheduled.data.at));
  const deletedAt = record?.data.deletedAt ?? null;
  // A deleted company sends no automatic mails; while it may be restored, its scheduled mails wait.
  if (deletedAt !== null) return transact([inGrace(deletedAt) ? putOff(key, scheduled.data.at, AFTER_DELETION_SECONDS) : done]);
  const to = await document?.recipient();
  if (!document || document.refusal() || !record || !to) return transact([done]);
  const { language } = document;
  const words = await wordsOf({ document, templates }, record.data, { subject: null, body: null, language });
  const copies = copiesOf({ to, cc: null, bcc: null }, record.data);
  const tracking = isTracked(record.data, { toPerson: document.toPerson, automatic: true });
  const asked = { to, ...copies, attachPdf: true, attachXml: false, tracking, language };
  const email = newEmail(document, { ...asked, ...words }, sentBy, { automatic: true });
  const suppressed = await suppressionOf(companyId, to);
  if (suppressed) {
    const failed = notSent(email, SUPPRESSED[suppressed]);
    return transact([done, recordWrite(kind, failed), notify(companyId, emailNotification(kind, failed, 'failed'))]);
  }
  await transact([done, ...emailWrites(kind, record.data, document, email)]);
}
