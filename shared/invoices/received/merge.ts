import { newEvent, SYSTEM } from '../../documents/timeline.ts';
import { changeDocument, type Outcome } from '../../documents/transition.ts';
import type { InvoiceContent } from '../../einvoice/ubl/read-content.ts';
import { found } from '../../kernel/errors.ts';
import type { Invoice, InvoiceDocument } from '../../model/invoice.ts';
import { KINDS } from '../../model/kinds.ts';
import type { CompanyId } from '../../store/table.ts';
import { transact, type Write } from '../../store/transact.ts';
import { invoiceNotification } from '../../webhooks/notification.ts';
import type { StoredInvoice } from '../read.ts';
import { INVOICES } from '../store.ts';
import { uploadIndexWrite } from '../submission/upload-index.ts';
import { decided } from '../submission/verdict.ts';

/** How the company's own record of a sent document changes when the authority lists that document as accepted. */

/** A document as the authority lists it among those that the company has sent. It lists accepted ones only. */
export interface AcceptedDocument {
  uploadIndex: string;
  /** The authority's message, which its archive is downloaded by. */
  messageId: string;
  /** ISO instant of the message. */
  acceptedAt: string;
  /** Names the submission where the company made none: the document was sent by another program. */
  submissionId: string;
  /** Where the XML that was sent is stored. */
  xmlPath: string;
  content: Pick<InvoiceContent, 'total' | 'currency' | 'issueDate'>;
}

/** Statuses of a document that the authority may have accepted without the company's record saying so. */
const UNDECIDED: readonly Invoice['status'][] = ['issued', 'sent_to_provider', 'uploaded', 'rejected', 'error'];

/**
 * The document as the authority has it, or why it stays as it is. Pure.
 *
 * @returns `after` and `entry` when the message validates the document; else `problem`, null when there is nothing to report
 */
export function merged(
  before: InvoiceDocument,
  accepted: AcceptedDocument,
): { after: InvoiceDocument; entry: ReturnType<typeof decided> } | { problem: string | null } {
  const isOwnUpload = before.taxauthUploadIndex === accepted.uploadIndex;
  // A running submission finds its upload itself; a document that awaits the verdict on one upload is not decided by another.
  if (before.status === 'validated' || before.submission || (isAwaiting(before) && !isOwnUpload)) return { problem: null };
  if (before.status === 'cancelled') return { problem: 'The document is cancelled here, and the tax authority has accepted it.' };
  if (!UNDECIDED.includes(before.status)) return { problem: null };
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

const statesTheSame = (ours: Invoice, { total, currency, issueDate }: AcceptedDocument['content']): boolean =>
  ours.total === total && ours.currency === currency && ours.issueDate === issueDate;

/**
 * Records on a document of the company that the authority has accepted it.
 *
 * @param also what the same transaction writes, by the problem that keeps the document as it is
 */
export const mergeSent = (
  company: CompanyId,
  id: string,
  accepted: AcceptedDocument,
  also: (document: InvoiceDocument, problem: string | null) => Write[],
): Promise<void> =>
  changeDocument<Invoice, StoredInvoice, void>(INVOICES, { company, id }, { commit: transact }, async stored => {
    const { document } = found(stored, KINDS.invoice.title);
    const result = merged(document, accepted);
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
