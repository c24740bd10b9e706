import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { changeDocument, type Outcome } from '#shared/documents/common/transition.ts';
import type { InvoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { found } from '#shared/base/kernel/errors.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact, type Write } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { xmlOf } from '../files/xml.ts';
import { INVOICES } from '../store.ts';
import { isSameDocument } from '../submission/same-document.ts';
import { uploadIndexWrite } from '../submission/upload-index.ts';
import { decided } from '../submission/verdict.ts';

/** Updates the company's record of a sent document when the authority lists it as accepted. */

/** A document in the authority's list of sent documents, which contains accepted ones only. */
export interface AcceptedDocument {
  uploadIndex: string;
  /** The id of the authority's message, by which its archive is downloaded. */
  messageId: string;
  /** ISO instant of the message. */
  acceptedAt: string;
  /** The submission id for a document that another program sent; this service made no submission of it. */
  submissionId: string;
  /** The bucket key of the XML that was sent. */
  xmlPath: string;
  content: Pick<InvoiceContent, 'total' | 'currency' | 'issueDate'>;
  /** The XML that was sent. */
  xml: Uint8Array;
}

/** Statuses in which the authority may have accepted the document although the record does not show it. */
const UNDECIDED: readonly Invoice['status'][] = ['issued', 'sent_to_provider', 'uploaded', 'rejected', 'error'];

/**
 * The document with the acceptance of the authority, or the reason why it is not changed. Pure.
 *
 * @param hasOurContent whether the accepted XML has the same content as the document's own; only asked of `mustBeOurs`
 * @returns `after` and `entry` when the message validates the document; else `problem`, null when there is nothing to report
 */
export function merged(
  before: InvoiceDocument,
  accepted: Omit<AcceptedDocument, 'xml'>,
  hasOurContent: boolean,
): { after: InvoiceDocument; entry: ReturnType<typeof decided> } | { problem: string | null } {
  const isOwnUpload = before.taxauthUploadIndex === accepted.uploadIndex;
  // A running submission finds its upload itself; a document that awaits the verdict on one upload is not decided by another.
  if (before.status === 'validated' || before.submission || (isAwaiting(before) && !isOwnUpload)) return { problem: null };
  if (before.status === 'cancelled') return { problem: 'The document is cancelled here, and the tax authority has accepted it.' };
  if (!UNDECIDED.includes(before.status)) return { problem: null };
  if (mustBeOurs(before) && !hasOurContent)
    return { problem: 'The tax authority has accepted a document with this number that has another content than this one.' };
  if (!isOwnUpload && !statesTheSame(before, accepted.content))
    return { problem: 'The document that was sent with this number and receiver states another date, currency or total.' };
  const entry = decided(
    {
      ...before,
      taxauthUploadIndex: accepted.uploadIndex,
      taxauthSubmissionId: (isOwnUpload && before.taxauthSubmissionId) || accepted.submissionId,
      submittedAt: (isOwnUpload && before.submittedAt) || accepted.acceptedAt,
      xmlPath: isOwnUpload ? before.xmlPath : accepted.xmlPath,
    },
    { verdict: 'validated', downloadId: accepted.messageId },
    accepted.acceptedAt,
  );
  return { after: entry.after, entry };
}

const isAwaiting = ({ status }: Invoice): boolean => status === 'sent_to_provider' || status === 'uploaded';

/**
 * Whether the document was sent from here before, and is not awaiting the verdict: the authority rejected it, or it may have been
 * corrected since. Then only the same content counts; the total and the date may be those of another document.
 */
const mustBeOurs = ({ status, taxauthUploadIndex, submission }: Invoice): boolean =>
  ['issued', 'rejected', 'error'].includes(status) && taxauthUploadIndex !== null && !submission;

const statesTheSame = (ours: Invoice, { total, currency, issueDate }: AcceptedDocument['content']): boolean =>
  ours.total === total && ours.currency === currency && ours.issueDate === issueDate;

/**
 * Records the acceptance of the authority on a document of the company.
 *
 * @param also makes further writes for the same transaction, from the document and the problem because of which it is not changed
 * @throws 404 when the document no longer exists
 */
export const mergeSent = (
  company: CompanyId,
  id: string,
  accepted: AcceptedDocument,
  also: (document: InvoiceDocument, problem: string | null) => Write[],
): Promise<void> =>
  changeDocument(INVOICES, { company, id }, { commit: transact }, async stored => {
    const { document } = found(stored, KINDS.invoice.title);
    const hasOurContent = mustBeOurs(document) && (await isSameDocument(accepted.xml, await xmlOf(document)));
    const result = merged(document, accepted, hasOurContent);
    if ('problem' in result) {
      await transact(also(document, result.problem));
      return { unchanged: undefined };
    }
    return outcome(result, [
      uploadIndexWrite(company, accepted.uploadIndex, id),
      ...also({ ...result.after, lines: document.lines }, null),
    ]);
  });

function outcome(
  { after, entry }: { after: InvoiceDocument; entry: ReturnType<typeof decided> },
  writes: Write[],
): Outcome<Invoice> {
  const metadata = { validationId: after.taxauthUploadIndex, downloadId: after.taxauthDownloadId };
  return {
    after,
    event: newEvent(entry.type, after.status, `${entry.details}, found among its messages`, SYSTEM, metadata),
    notifications: [...entry.webhooks, invoiceNotification('invoice.updated', after)],
    also: { writes },
  };
}
