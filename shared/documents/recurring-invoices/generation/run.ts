import { readCompany } from '#shared/platform/access/records.ts';
import { SYSTEM } from '#shared/documents/common/timeline.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import type { Company } from '#shared/model/company.ts';
import { getItem, getItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition } from '#shared/platform/store/table.ts';
import { commitPlainly, retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import { nextIssuance, skippedDates } from '../dates.ts';
import type { RecurringHeader, RecurringInvoice } from '../model.ts';
import { findTemplate, headerWrite, issuedForKey, issuedForWrite } from '../store.ts';
import { issueFromTemplate, queueOf } from './issue.ts';

/**
 * Generates the document of a template that is due (RCI-17 to RCI-24). Idempotent: at most one document for each date, even
 * after a crash. A refusal is shown on the template and mailed to its creator, once a day; the date does not change, and the next
 * day tries again.
 *
 * @throws errors that may be temporary (5xx, 429, unexpected ones): the queue delivers the message again
 */
export async function runTemplate(company: CompanyId, id: string): Promise<void> {
  const [template, record] = await Promise.all([findTemplate(company, id), readCompany(company)]);
  // The index is eventually consistent, and messages may arrive twice.
  if (!template || !isDue(template)) return;
  if (!record || record.deletedAt !== null) return leaveUntilTomorrow(company, id);
  try {
    await generate(template, record);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    await noteFailure(company, id, describe(error));
  }
}

/** Whether a document is to be generated: the template is active, its date has come, and no run failed today. Pure. */
export const isDue = ({ isActive, nextIssuanceDate, failedOn }: RecurringHeader, day: string = today()): boolean =>
  isActive && nextIssuanceDate <= day && failedOn !== day;

/**
 * The changes of a template after its date was processed: the next date after today; switched off when that is after `stopDate`.
 * Pure.
 */
export function movedOn(template: RecurringHeader, day: string = today()): Partial<RecurringHeader> {
  const nextIssuanceDate = nextIssuance(template, template.nextIssuanceDate, day);
  const isOver = template.stopDate !== null && nextIssuanceDate > template.stopDate;
  return { nextIssuanceDate, isActive: template.isActive && !isOver };
}

const isPastStop = ({ stopDate, nextIssuanceDate }: RecurringHeader): boolean => stopDate !== null && nextIssuanceDate > stopDate;

/** @returns undefined when nothing was to be issued */
function generate(loaded: RecurringInvoice, company: Company): Promise<StoredInvoice | undefined> {
  return withTicket(queueOf(loaded), async (attempt, more) => {
    const template = attempt === 0 ? loaded : await findTemplate(company.id, loaded.id);
    if (!template || !isDue(template)) {
      if (more.length > 0) await transact(more);
      return undefined;
    }
    if (isPastStop(template)) return change(template, { isActive: false });
    // A user has set the date back to one for which a document was already issued.
    if (await getItem(issuedForKey(template, template.nextIssuanceDate))) return change(template, movedOn(template));
    const skipped = await withoutDocument(template);
    const stored = await issueFromTemplate(template, {
      company,
      by: SYSTEM,
      scheduled: template.nextIssuanceDate,
      then: movedOn(template),
      also: invoiceId => [issuedForWrite(template, invoiceId), ...noticeOf(template, skipped), ...more],
      commit: commitPlainly,
    });
    if (skipped.length > 0)
      log.warn('Recurring invoice skipped dates', { recurringInvoiceId: template.id, skipped: skipped.join(' ') });
    return stored;

    async function change(before: RecurringInvoice, fields: Partial<RecurringHeader>): Promise<undefined> {
      await transact([headerWrite(before, { ...before, ...fields, version: before.version + 1 }), ...more]);
      return undefined;
    }
  });
}

/** The dates that the run skips (RCI-29). Those that a user has set the template back over may have their documents. */
async function withoutDocument(template: RecurringInvoice): Promise<string[]> {
  const dates = skippedDates(template, template.nextIssuanceDate, today());
  const documents = dates.length > 0 ? await getItems(dates.map(date => issuedForKey(template, date))) : [];
  return dates.filter((_, place) => !documents[place]);
}

/** The mail to the template's creator about the dates that are skipped, in the transaction that skips them. */
const noticeOf = (template: RecurringInvoice, skipped: string[]): Write[] => {
  const userId = template.createdBy.id;
  if (userId === null || skipped.length === 0) return [];
  const mail = { userId, name: nameOf(template), date: template.nextIssuanceDate, skipped };
  return [mailRequest(companyPartition(template.companyId), { template: 'recurring-skipped', ...mail })];
};

/** Records on the template why nothing was issued, and mails its creator at most once a day. */
const noteFailure = (company: CompanyId, id: string, error: string): Promise<void> =>
  afterFailure(company, id, template => {
    const day = today();
    log.warn('Recurring invoice not issued', { recurringInvoiceId: id, error });
    const userId = template.createdBy.id;
    const noted = { lastError: error, lastErrorAt: instant() };
    if (userId === null || template.notifiedOn === day) return { fields: noted, also: [] };
    const mail = { userId, name: nameOf(template), date: template.nextIssuanceDate, error };
    return {
      fields: { ...noted, notifiedOn: day },
      also: [mailRequest(companyPartition(company), { template: 'recurring-failed', ...mail })],
    };
  });

/** Postpones a template of a deleted company, which may be restored. */
const leaveUntilTomorrow = (company: CompanyId, id: string): Promise<void> =>
  afterFailure(company, id, () => ({ fields: {}, also: [] }));

const afterFailure = (
  company: CompanyId,
  id: string,
  decide: (template: RecurringInvoice) => { fields: Partial<RecurringHeader>; also: Parameters<typeof transact>[0] },
): Promise<void> =>
  retryOnContention(async () => {
    const template = await findTemplate(company, id);
    if (!template || !isDue(template)) return;
    const { fields, also } = decide(template);
    await transact([
      headerWrite(template, { ...template, ...fields, failedOn: today(), version: template.version + 1 }),
      ...also,
    ]);
  });

const nameOf = (template: RecurringInvoice): string => template.reference ?? template.lines[0]?.description ?? template.id;

/** The message of a refusal, with its field messages; at most 1000 characters. */
export function describe({ message, details }: Problem): string {
  const fields = Object.entries(details ?? {}).flatMap(([field, messages]) =>
    Array.isArray(messages) ? messages.filter(one => typeof one === 'string').map(one => `${field}: ${String(one)}`) : [],
  );
  return [message, ...fields].join(' ').slice(0, 1000);
}
