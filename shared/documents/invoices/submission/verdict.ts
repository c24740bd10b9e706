import { putEvidence } from '#shared/output/files/evidence.ts';
import { readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { downloadOrKept } from '#shared/authority/taxauth/message-archives.ts';
import { duplicateOf, NotUploaded } from '#shared/authority/taxauth/client/errors.ts';
import { askAgain, planOf } from '#shared/authority/taxauth/client/still-processing.ts';
import { instant, presentInstant, secondsSince } from '#shared/base/kernel/clock.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { answerKey } from './stored-answer.ts';
import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { invoiceNotification, metadataOf, notification, type Notification } from '#shared/output/webhooks/notification.ts';
import type { Invoice, InvoiceDocument, InvoiceStatus } from '#shared/model/invoice.ts';
import { changeDocument, type Outcome } from '#shared/documents/common/transition.ts';
import { INVOICES } from '../store.ts';
import type { InvoiceParts, StoredInvoice } from '../read.ts';
import { isSameUpload } from './earlier-upload.ts';
import { uploadIndexWrite } from './upload-index.ts';
import { rejection, type SubmissionInput } from './submission.ts';

/** The authority's verdict on a submission, and its effect on the document (EIN-27 to EIN-29). */

export type Verdict =
  | { verdict: 'validated'; downloadId: string | null }
  | { verdict: 'rejected'; downloadId: string | null; errors: string[] }
  /** No answer came after the last poll. */
  | { verdict: 'unanswered' };

/** Seconds from the upload to each question: after 5, 15 and 30 minutes and an hour, then every 2 hours; ten in all (EIN-26). */
export const QUESTIONS = planOf([300, 900, 1_800, 3_600, ...Array<number>(6).fill(7_200)]);

/**
 * Asks the authority once about a submission, and records its verdict.
 *
 * @param stored the document, as it was read just now
 * @returns the status of the document; `superseded` when it has another submission now
 * @throws `StillProcessing` while there is no verdict; `NotUploaded`; the errors of taxauth/client/errors.ts
 */
export async function checkSubmission(
  connect: () => Promise<TaxauthClient>,
  input: SubmissionInput,
  stored: StoredInvoice | undefined,
): Promise<Recorded> {
  const document = stored?.document;
  if (document?.submission?.id === input.submissionId) throw new NotUploaded();
  if (document?.taxauthSubmissionId !== input.submissionId || !document.taxauthUploadIndex) return { status: 'superseded' };
  if (!isAwaiting(document.status)) return { status: document.status };
  const client = await connect();
  const answer = await client.checkStatus(document.taxauthUploadIndex);
  const again = askAgain(QUESTIONS, secondsSince(document.submittedAt ?? undefined));
  if (answer.state === 'in_process') {
    if (again) throw again;
    return recordVerdict(input.companyId, input, { verdict: 'unanswered' }, stored);
  }
  const { companyId } = input;
  const messageId = answer.downloadId;
  const archive = messageId === null ? undefined : await downloadOrKept(client, { companyId, messageId });
  if (archive) await putEvidence(answerKey(input), archive, 'application/zip');
  if (answer.state === 'ok')
    return recordVerdict(companyId, input, { verdict: 'validated', downloadId: answer.downloadId }, stored);
  const errors = archive ? readAnswerArchive(archive).errors : [];
  const original = duplicateOf(errors);
  if (original !== null && original !== document.taxauthUploadIndex && (await isSameUpload(client, document, original))) {
    await adopt(companyId, input, original);
    if (again) throw again;
    return recordVerdict(companyId, input, { verdict: 'unanswered' });
  }
  return recordVerdict(companyId, input, { verdict: 'rejected', downloadId: answer.downloadId, errors }, stored);
}

const isAwaiting = (status: InvoiceStatus): boolean => status === 'sent_to_provider' || status === 'uploaded';

/** The authority rejected the upload as a duplicate of an earlier one of the same document: the verdict on that upload counts. */
const adopt = (company: CompanyId, { invoiceId, submissionId }: SubmissionInput, uploadIndex: string) =>
  changeDocument(INVOICES, { company, id: invoiceId }, { commit: transact }, stored =>
    stored?.document.taxauthSubmissionId === submissionId
      ? {
          after: { ...stored.document, taxauthUploadIndex: uploadIndex, updatedAt: instant() },
          also: { writes: [uploadIndexWrite(company, uploadIndex, invoiceId)] },
        }
      : { unchanged: undefined },
  );

/** The status of the document afterwards; `superseded` when it has another submission. */
export type Recorded = { status: InvoiceStatus | 'superseded' };

/**
 * Records a verdict on a submission. Idempotent: a later or repeated verdict changes nothing.
 *
 * @param loaded the document, where the caller has read it
 */
export const recordVerdict = (
  company: CompanyId,
  { invoiceId, submissionId }: SubmissionInput,
  verdict: Verdict,
  loaded?: StoredInvoice,
): Promise<Recorded> =>
  changeDocument<InvoiceParts, Recorded>(
    INVOICES,
    { company, id: invoiceId, ...(loaded && { loaded }) },
    {
      commit: async (writes, { document: { status } }) => {
        await transact(writes);
        return { status };
      },
    },
    stored => {
      const before = stored?.document;
      if (before?.taxauthSubmissionId !== submissionId) return { unchanged: { status: 'superseded' } };
      return isAwaiting(before.status) ? recorded(before, verdict) : { unchanged: { status: before.status } };
    },
  );

/** The document after a verdict, with timeline entry and notifications. Pure. */
function recorded(before: InvoiceDocument, verdict: Verdict): Outcome<Invoice> {
  const { after, details, type, webhooks } = decided(before, verdict);
  const event = newEvent(type, after.status, details, SYSTEM, {
    validationId: before.taxauthUploadIndex,
    downloadId: 'downloadId' in verdict ? verdict.downloadId : null,
  });
  return { after, event, notifications: [...webhooks, invoiceNotification('invoice.updated', after)] };
}

interface Decision {
  after: InvoiceDocument;
  type: 'taxauth_validated' | 'taxauth_rejected' | 'status_change';
  details: string;
  webhooks: Notification[];
}

const errorsOf = (verdict: Exclude<Verdict, { verdict: 'validated' }>): string[] => {
  if (verdict.verdict === 'unanswered') return ['The tax authority gave no answer in time.'];
  return verdict.errors.length > 0 ? verdict.errors : ['The tax authority rejected the invoice without a message.'];
};

/** The document after a verdict, with the parts of its timeline entry. Pure. */
export function decided(before: InvoiceDocument, verdict: Verdict, at: string = instant()): Decision {
  if (verdict.verdict === 'validated') {
    const after: InvoiceDocument = {
      ...before,
      status: 'validated',
      taxauthStatus: 'validated',
      taxauthDownloadId: verdict.downloadId,
      taxauthValidationErrors: null,
      validatedAt: at,
      updatedAt: at,
    };
    const data = {
      invoiceUuid: after.id,
      invoiceNumber: after.number,
      status: after.status,
      taxauthSubmissionId: after.taxauthSubmissionId,
      validatedAt: presentInstant(at),
      ...metadataOf(after),
    };
    return {
      after,
      type: 'taxauth_validated',
      details: 'Validated by the tax authority',
      webhooks: [notification('invoice.validated', data)],
    };
  }
  const errors = errorsOf(verdict);
  // Credit notes have no status `rejected`; without a verdict, every document gets `error`.
  const status: InvoiceStatus = verdict.verdict === 'rejected' && !before.isCreditNote ? 'rejected' : 'error';
  const after: InvoiceDocument = {
    ...before,
    status,
    taxauthStatus: verdict.verdict === 'rejected' ? 'rejected' : 'error',
    taxauthDownloadId: verdict.verdict === 'rejected' ? verdict.downloadId : before.taxauthDownloadId,
    taxauthValidationErrors: errors,
    updatedAt: at,
  };
  return {
    after,
    type: verdict.verdict === 'rejected' ? 'taxauth_rejected' : 'status_change',
    details: verdict.verdict === 'rejected' ? 'Rejected by the tax authority' : 'No answer from the tax authority',
    webhooks: [rejection(after, errors)],
  };
}
