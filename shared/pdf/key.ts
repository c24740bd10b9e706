import { sha256 } from '../kernel/ids.ts';
import type { InvoiceDocument } from '../model/invoice.ts';
import type { PdfTemplateConfiguration } from './configuration.ts';

/**
 * PDFs are addressed by what they show: the same facts in the same template are the same file, and a changed document,
 * configuration or template is another one. So whoever asks for a PDF knows by a look whether it is there, and nothing goes stale.
 */

/** Raised by whoever changes what templates print. */
const TEMPLATES = 6;

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

/** The storage key of a document's PDF. Drafts lie apart: their PDFs are kept for a day only (completions-documents §1.7). */
export function pdfKey(document: InvoiceDocument, configuration: PdfTemplateConfiguration, logoPath: string | null): string {
  const facts: Record<string, unknown> = { ...document, status: printedStatus(document.status) };
  for (const field of UNPRINTED) delete facts[field];
  const shown = sha256(
    JSON.stringify([TEMPLATES, facts, configuration, configuration.showLogo ? logoPath : null], inKeyOrder),
  ).slice(0, 32);
  const kept = document.status === 'draft' ? 'drafts' : 'companies';
  return `${kept}/${document.companyId}/invoices/${document.id}/${shown}.pdf`;
}

/** For JSON.stringify: DynamoDB gives the keys of a map back in any order, and the same facts must be the same text. */
const inKeyOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
