import { inGrace } from '../../access/company-store.ts';
import { readCompany } from '../../access/records.ts';
import { sendMessage } from '../../aws/send-message.ts';
import { waitFor } from '../../authority/waits.ts';
import { SYSTEM } from '../../documents/timeline.ts';
import { instant, instantIn } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/errors.ts';
import { log } from '../../kernel/log.ts';
import { mailRequest } from '../../mail/requests.ts';
import type { Company } from '../../model/company.ts';
import { handOverDue } from '../../store/hand-over.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyPartition, companyScope, type Item } from '../../store/table.ts';
import { transact } from '../../store/transact.ts';
import { connectionOf } from '../../taxauth/connections/find-connection.ts';
import { readInvoice, type StoredInvoice } from '../read.ts';
import { planDone, PLANNED_SUBMISSIONS, plannedKey, type PlannedSubmission, planWrite } from './planned.ts';
import { submitInvoice } from './submit.ts';

/** Minutes until the next try while the authority is out of reach: doubled each time, up to the longest. */
const FIRST_DELAY = 5;
const LONGEST_DELAY = 6 * 60;

/** Tries, within about four days, before it is given up: the law allows five working days. */
const MOST_TRIES = 20;

/** Hands the planned submissions whose time has come to the queue. */
export const queuePlannedSubmissions = (): Promise<void> =>
  handOverDue<PlannedSubmission>({
    work: PLANNED_SUBMISSIONS,
    keyOf: ({ companyId, invoiceId }) => plannedKey(companyScope(companyId), invoiceId),
    send: ({ companyId, invoiceId }) => sendMessage({ queue: 'planned-submissions', body: { companyId, id: invoiceId } }),
  });

/**
 * Submits a document as its issue planned, once: exactly as a person would. What was submitted or cancelled meanwhile is left alone.
 * While the authority is out of reach it is put off with exponential backoff, at a limit of it for as long as that says; what refuses it is mailed to who issued the document.
 *
 * @throws what may pass by itself: the queue delivers the message again
 */
export async function submitPlanned(company: CompanyId, invoiceId: string): Promise<void> {
  const [item, stored, record] = await Promise.all([
    getItem<Item & { data: PlannedSubmission }>(plannedKey(company, invoiceId)),
    readInvoice(company, invoiceId),
    readCompany(company),
  ]);
  const planned = item?.data;
  // Messages come twice, and a plan may have been put off.
  if (!planned || planned.at > instant()) return;
  if (!record || stored?.document.status !== 'issued') return transact([planDone(company, invoiceId)]);
  if (record.deletedAt !== null) return whileDeleted(planned, record.deletedAt);
  // Its state machine sees it through; should it give up, the document is in another status by then.
  if (stored.document.submission) return putOff(planned);
  try {
    await submit(stored, record, company);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await afterRefusal(planned, stored, error);
  }
}

/** Nothing of a deleted company is submitted by itself. While it may come back, the plan waits, and no try is used up. */
const whileDeleted = (planned: PlannedSubmission, deletedAt: string): Promise<void> =>
  transact([
    inGrace(deletedAt)
      ? planWrite({ ...planned, at: instantIn(60 * LONGEST_DELAY) })
      : planDone(companyScope(planned.companyId), planned.invoiceId),
  ]);

/** The plan goes in the transaction that records the upload. */
async function submit(stored: StoredInvoice, { organizationId, cif }: Company, company: CompanyId): Promise<void> {
  const token = await connectionOf(organizationId, cif);
  await submitInvoice({
    ...{ loaded: stored, token, by: SYSTEM },
    commit: async (writes, result) => {
      await transact([...writes, planDone(company, stored.document.id)]);
      return result;
    },
  });
}

/** Somebody submits it at this moment, the authority is out of reach, or the document or the connection is not in order. */
async function afterRefusal(planned: PlannedSubmission, { document }: StoredInvoice, error: Problem): Promise<void> {
  if (error.status === 429) return waitForLimit(planned, error.retryAfter ?? 0);
  const mayPass = error.status === 409 || error.status >= 500;
  if (mayPass && planned.tries < MOST_TRIES) return putOff(planned);
  log.warn('Planned submission given up', { invoiceId: document.id, reason: error.code, error: error.message });
  const company = companyScope(planned.companyId);
  const mail = { number: document.number, error: error.message };
  await transact([
    planDone(company, document.id),
    ...(planned.userId === null
      ? []
      : [mailRequest(companyPartition(company), { template: 'not-submitted', userId: planned.userId, ...mail })]),
  ]);
}

const putOff = (planned: PlannedSubmission): Promise<void> => {
  const seconds = 60 * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** planned.tries);
  return transact([planWrite({ ...planned, tries: planned.tries + 1, at: instantIn(seconds) })]);
};

/** A limit of the authority postpones, and counts as no try. */
const waitForLimit = (planned: PlannedSubmission, retryAfter: number): Promise<void> =>
  transact([planWrite({ ...planned, at: instantIn(waitFor(retryAfter)) })]);
