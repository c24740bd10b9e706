import { companyRecordKey } from '../../access/records.ts';
import { instant } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/errors.ts';
import { log } from '../../kernel/log.ts';
import type { Company } from '../../model/company.ts';
import type { PersonRef } from '../../model/document.ts';
import { dueRows } from '../../store/due-work.ts';
import { getItem } from '../../store/read.ts';
import { companyScope, type Item } from '../../store/table.ts';
import { remove, retryOnContention, transact } from '../../store/transact.ts';
import { copiesOf } from '../copies.ts';
import { readTemplates } from '../templates/store.ts';
import { emailWrites, newEmail, notSent, recordWrite, wordsOf } from './accept.ts';
import { SUPPRESSED } from './failures.ts';
import type { AcceptingKind } from './kind.ts';
import { type ScheduledEmail, SCHEDULED_MAILS, scheduledKey } from './schedule.ts';
import { isSuppressed } from './suppression.ts';

/**
 * Sends the scheduled mails that are due. What a company's hourly number has no room for is sent by a later run.
 *
 * @param sentBy whom histories name as the sender
 */
export async function sendScheduledEmails(kinds: readonly AcceptingKind[], sentBy: PersonRef): Promise<void> {
  const scheduled = await dueRows<ScheduledEmail>(SCHEDULED_MAILS);
  await Promise.all(scheduled.map(one => sendOne(kindNamed(kinds, one.documentType), one, sentBy)));
}

function kindNamed(kinds: readonly AcceptingKind[], documentType: string): AcceptingKind {
  const kind = kinds.find(({ mailCategory }) => mailCategory === documentType);
  if (!kind) throw new Error(`No kind of document is mailed as ${documentType}.`);
  return kind;
}

async function sendOne(kind: AcceptingKind, { companyId, documentId }: ScheduledEmail, sentBy: PersonRef): Promise<void> {
  try {
    await retryOnContention(() => sendNow(kind, companyId, documentId, sentBy));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.warn('Scheduled mail put off', { [`${kind.item}Id`]: documentId, reason: error.code });
  }
}

/** Accepts the mail and removes its schedule, in one transaction: two runs at once send it once. */
async function sendNow(kind: AcceptingKind, companyId: string, documentId: string, sentBy: PersonRef): Promise<void> {
  const company = companyScope(companyId);
  const key = scheduledKey(kind, company, documentId);
  const [scheduled, document, record, templates] = await Promise.all([
    getItem<Item & { data: ScheduledEmail }>(key),
    kind.read(company, documentId),
    getItem<Item & { data: Company }>(companyRecordKey(company)),
    readTemplates(company),
  ]);
  // Index reads lag: it may have been cancelled, or put off, meanwhile.
  if (!scheduled || scheduled.data.at > instant()) return;
  const done = remove(key, { expression: 'dueAt = :at', values: { ':at': scheduled.data.at } });
  const to = await document?.recipient();
  if (!document || document.refusal() || !record || !to) return transact([done]);
  const { language } = document;
  const words = await wordsOf({ document, templates }, record.data, { subject: null, body: null, language });
  const copies = copiesOf({ to, cc: null, bcc: null }, record.data);
  const asked = { to, ...copies, attachPdf: true, attachXml: false, tracking: true, language };
  const email = newEmail(document, { ...asked, ...words }, sentBy, { automatic: true });
  if (await isSuppressed(company, to)) return transact([done, recordWrite(kind, notSent(email, SUPPRESSED))]);
  await transact([done, ...emailWrites(kind, document, email)]);
}
