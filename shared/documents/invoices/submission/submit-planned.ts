import { inGrace } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { waitFor } from '#shared/authority/calls/waits.ts';
import { SYSTEM } from '#shared/documents/common/timeline.ts';
import { isWithoutVerdict } from '#shared/authority/einvoice/official/installed.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { log } from '#shared/base/kernel/log.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import type { Company } from '#shared/model/company.ts';
import { handOverDue } from '#shared/platform/store/hand-over.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { connectionOf } from '#shared/authority/taxauth/connections/find-connection.ts';
import { readInvoice, type StoredInvoice } from '../read.ts';
import { planDone, PLANNED_SUBMISSIONS, plannedKey, type PlannedSubmission, planWrite } from './planned.ts';
import { submitInvoice } from './submit.ts';

/** Exponential backoff in minutes, up to `LONGEST_DELAY`. */
const FIRST_DELAY = 5;
const LONGEST_DELAY = 6 * 60;

/** The most attempts (about four days); the law allows five working days for the submission. */
const MOST_TRIES = 20;

/** Queues the planned submissions that are due. */
export const queuePlannedSubmissions = (): Promise<void> =>
  handOverDue<PlannedSubmission>({
    work: PLANNED_SUBMISSIONS,
    keyOf: ({ companyId, invoiceId }) => plannedKey(companyId, invoiceId),
    send: ({ companyId, invoiceId }) => sendMessage({ queue: 'planned-submissions', body: { companyId, id: invoiceId } }),
  });

/**
 * Performs a planned submission, in the same way as a request of a user. It is dropped when the document was submitted or cancelled
 * since. While the authority is unavailable or the official rules cannot run it is postponed with exponential backoff, and at the
 * authority's rate limit for the time that the authority states. After a refusal it is dropped, and the issuer of the document gets
 * a mail.
 *
 * @throws unexpected errors: the queue then delivers the message again
 */
export async function submitPlanned(company: CompanyId, invoiceId: string): Promise<void> {
  const [item, stored, record] = await Promise.all([
    getItem<Item & { data: PlannedSubmission }>(plannedKey(company, invoiceId)),
    readInvoice(company, invoiceId),
    readCompany(company),
  ]);
  const planned = item?.data;
  // The queue may deliver a message twice, and the submission may have been postponed.
  if (!planned || planned.at > instant()) return;
  if (!record || stored?.document.status !== 'issued') return transact([planDone(company, invoiceId)]);
  if (record.deletedAt !== null) return whileDeleted(planned, record.deletedAt);
  // A submission is in progress. Its state machine completes it; if that fails, the document gets another status.
  if (stored.document.submission) return putOff(planned);
  try {
    await submit(stored, record, planned);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await afterRefusal(planned, { ...stored, sandbox: record.sandbox }, error);
  }
}

/**
 * Documents of a deleted company are not submitted. While the company can be restored, the submission is postponed, without
 * counting an attempt.
 */
const whileDeleted = (planned: PlannedSubmission, deletedAt: string): Promise<void> =>
  transact([
    inGrace(deletedAt)
      ? planWrite({ ...planned, at: instantIn(60 * LONGEST_DELAY) })
      : planDone(planned.companyId, planned.invoiceId),
  ]);

/** Submits the document; the transaction that records the upload also removes the planned submission. */
async function submit(
  stored: StoredInvoice,
  record: Company,
  { companyId: company, perhapsSentSince }: PlannedSubmission,
): Promise<void> {
  const access = await connectionOf(record);
  await submitInvoice({
    ...{ loaded: stored, access, by: SYSTEM, perhapsSentSince },
    commit: async (writes, result) => {
      await transact([...writes, planDone(company, stored.document.id)]);
      return result;
    },
  });
}

/**
 * Postpones after a rate limit (429), a concurrent submission (409) or an outage (5xx, or of the official rules); gives up when
 * document or connection are invalid.
 */
async function afterRefusal(
  planned: PlannedSubmission,
  { document, sandbox }: StoredInvoice & Pick<Company, 'sandbox'>,
  error: Problem,
): Promise<void> {
  if (error.status === 429) return waitForLimit(planned, error.retryAfter ?? 0);
  const mayPass = error.status === 409 || error.status >= 500 || isWithoutVerdict(error.details);
  const about = { invoiceId: document.id, tries: planned.tries, reason: error.code };
  if (mayPass && planned.tries < MOST_TRIES) {
    log.warn('Planned submission postponed', about);
    return putOff(planned);
  }
  // A metric filter counts the errors (infra/stacks/observability/log-filters.ts): a document that is refused is the company's to mend, and
  // a sandbox company may ask for an outage.
  if (mayPass && !sandbox) log.error('Planned submission given up', error, about);
  else log.warn('Planned submission given up', { ...about, error: error.message });
  const company = planned.companyId;
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

/** Postpones after a rate limit of the authority, without counting an attempt. */
const waitForLimit = (planned: PlannedSubmission, retryAfter: number): Promise<void> =>
  transact([planWrite({ ...planned, at: instantIn(waitFor(retryAfter)) })]);
