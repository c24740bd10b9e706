import type { InvoiceDocument } from '../../model/invoice.ts';
import type { FiledDocument } from '../../documents/files/task.ts';
import { KINDS } from '../../model/kinds.ts';
import type { FileIdentity } from '../../pdf/key.ts';

/** Fields that change without changing what is printed. */
const UNPRINTED = [
  'version',
  'updatedAt',
  'createdAt',
  'createdBy',
  'submission',
  'submittedAt',
  'validatedAt',
  'taxauthStatus',
  'taxauthSubmissionId',
  'taxauthUploadIndex',
  'taxauthDownloadId',
  'taxauthValidationErrors',
  'xmlPath',
  'pdfPath',
  'internalNote',
  'idempotencyKey',
  'restoredAt',
  'restoredBy',
  'linesHash',
  'rowHash',
  'timelineHash',
  'seal',
] as const satisfies (keyof InvoiceDocument)[];

/** What is printed of the status: a watermark for drafts and cancelled documents. */
const printedStatus = (status: InvoiceDocument['status']): string =>
  status === 'draft' || status === 'cancelled' ? status : 'in force';

/** An invoice or a credit note for those who make and defer files. */
export const filedInvoice = ({ companyId, id }: Pick<InvoiceDocument, 'companyId' | 'id'>): FiledDocument => ({
  companyId,
  kind: KINDS.invoice.item,
  id,
});

/**
 * What decides where the PDF of an invoice or a credit note is stored. It is the record itself and not its printed texts: stored PDFs
 * are found by it, and to look whether one is there takes no formatting.
 */
export function invoiceFile(document: InvoiceDocument): FileIdentity {
  const printed: Record<string, unknown> = { ...document, status: printedStatus(document.status) };
  for (const field of UNPRINTED) delete printed[field];
  return { ...filedInvoice(document), folder: KINDS.invoice.folder, isDraft: document.status === 'draft', printed };
}
