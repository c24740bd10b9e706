import { readCompany } from '../../access/records.ts';
import { SYSTEM } from '../../documents/timeline.ts';
import { instant, today } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/errors.ts';
import { log } from '../../kernel/log.ts';
import type { StoredInvoice } from '../../invoices/read.ts';
import { mailRequest } from '../../mail/requests.ts';
import type { Company } from '../../model/company.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyPartition, companyScope } from '../../store/table.ts';
import { commitPlainly, retryOnContention, transact } from '../../store/transact.ts';
import { withTicket } from '../../store/ticket-queue.ts';
import { nextIssuance } from '../dates.ts';
import type { RecurringHeader, RecurringInvoice } from '../model.ts';
import { findTemplate, headerWrite, issuedForKey, issuedForWrite } from '../store.ts';
import { filesMaker, issueFromTemplate, queueOf, withFiles } from './issue.ts';

/**
 * Generates the document of a template whose date has come (completions-documents §5): at most one for each date, whichever process dies and
 * however often this runs. What refuses the document is shown on the template and mailed to who made it, once a day; the date stays,
 * and the next day tries again.
 *
 * @throws what may pass by itself: the queue delivers the message again
 */
export async function runTemplate(company: CompanyId, id: string): Promise<void> {
  const [template, record] = await Promise.all([findTemplate(company, id), readCompany(company)]);
  // Index reads lag, and messages come twice.
  if (!template || !isDue(template)) return;
  if (!record || record.deletedAt !== null) return leaveUntilTomorrow(company, id);
  try {
    const files = filesMaker();
    const stored = await generate(template, record);
    if (stored) await withFiles(stored, files);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    await noteFailure(company, id, describe(error));
  }
}

/** Whether a document is to be generated: its date has come, and no run failed today. Pure. */
export const isDue = ({ isActive, nextIssuanceDate, failedOn }: RecurringHeader, day: string = today()): boolean =>
  isActive && nextIssuanceDate <= day && failedOn !== day;

/** What becomes of a template whose date is done: the first period after today, and switched off beyond its last day. Pure. */
export function movedOn(template: RecurringHeader, day: string = today()): Partial<RecurringHeader> {
  const nextIssuanceDate = nextIssuance(template, template.nextIssuanceDate, day);
  const isOver = template.stopDate !== null && nextIssuanceDate > template.stopDate;
  return { nextIssuanceDate, isActive: template.isActive && !isOver };
}

const isPastStop = ({ stopDate, nextIssuanceDate }: RecurringHeader): boolean => stopDate !== null && nextIssuanceDate > stopDate;

/** @returns undefined when there was nothing to be issued */
function generate(loaded: RecurringInvoice, company: Company): Promise<StoredInvoice | undefined> {
  const scope = companyScope(company.id);
  return withTicket(queueOf(loaded), async (attempt, more) => {
    const template = attempt === 0 ? loaded : await findTemplate(scope, loaded.id);
    if (!template || !isDue(template)) {
      if (more.length > 0) await transact(more);
      return undefined;
    }
    if (isPastStop(template)) return change(template, { isActive: false });
    // Somebody has set the date back to one that has its document.
    if (await getItem(issuedForKey(template, template.nextIssuanceDate))) return change(template, movedOn(template));
    return issueFromTemplate(template, {
      company,
      by: SYSTEM,
      scheduled: template.nextIssuanceDate,
      then: movedOn(template),
      also: invoiceId => [issuedForWrite(template, invoiceId), ...more],
      commit: commitPlainly,
    });

    async function change(before: RecurringInvoice, fields: Partial<RecurringHeader>): Promise<undefined> {
      await transact([headerWrite(before, { ...before, ...fields, version: before.version + 1 }), ...more]);
      return undefined;
    }
  });
}

/** Notes on the template why nothing was issued; the first time on a day it is mailed to who made it. */
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

/** A company that is deleted may come back. */
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

/** What refuses a document, in a sentence or two, with the fields that it is about. */
export function describe({ message, details }: Problem): string {
  const fields = Object.entries(details ?? {}).flatMap(([field, messages]) =>
    Array.isArray(messages) ? messages.filter(one => typeof one === 'string').map(one => `${field}: ${String(one)}`) : [],
  );
  return [message, ...fields].join(' ').slice(0, 1000);
}
