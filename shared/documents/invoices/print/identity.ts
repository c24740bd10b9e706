import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { issuedElsewhere } from './issued-elsewhere.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';

/** Fields that do not change the PDF. */
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
  'metadata',
  'idempotencyKey',
  'restoredAt',
  'restoredBy',
  'linesHash',
  'rowHash',
  'timelineHash',
  'seal',
] as const satisfies (keyof InvoiceDocument)[];

/** The status as far as it changes the PDF: drafts and cancelled documents get a watermark. */
const printedStatus = (status: InvoiceDocument['status']): string =>
  status === 'draft' || status === 'cancelled' ? status : 'in force';

/** Seconds after an issue for which its files may still be on their way. */
const FILES_WITHIN = 60;

/**
 * The identity of a PDF: its storage key is derived from the fields of the document that are printed. They are used unformatted, so
 * that looking up a stored PDF needs no formatting.
 *
 * @throws 404 for an imported invoice
 */
export function invoiceFile(document: InvoiceDocument): FileIdentity {
  if (document.imported) throw issuedElsewhere('PDF');
  const printed: Record<string, unknown> = { ...document, status: printedStatus(document.status) };
  for (const field of UNPRINTED) delete printed[field];
  return {
    ...{ companyId: document.companyId, kind: KINDS.invoice.item, id: document.id },
    folder: KINDS.invoice.folder,
    isDraft: document.status === 'draft',
    awaited: document.updatedAt > instantIn(-FILES_WITHIN) ? document.pdfPath : null,
    printed,
  };
}
