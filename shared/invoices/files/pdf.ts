import { getFile } from '../../aws/documents-bucket.ts';
import type { PdfTemplateConfiguration } from '../../pdf/configuration.ts';
import { pdfKey } from '../../pdf/key.ts';
import { invoiceFile } from '../print/identity.ts';
import { render } from '../../pdf/renderer.ts';
import { now } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/errors.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';

export interface PdfFile {
  bytes: Uint8Array;
  storedAt: Date;
}

/**
 * The PDF that shows the document as it is now, rendered when it is not there yet (completions-documents §1.7).
 *
 * @throws 422 when the PDF would not show what it must; 500 when rendering fails, which may be tried again.
 */
export async function invoicePdfFile(
  document: InvoiceDocument,
  configuration: PdfTemplateConfiguration,
  logoPath: string | null,
): Promise<PdfFile> {
  const stored = await getFile(pdfKey(invoiceFile(document), configuration, logoPath));
  if (stored) return { bytes: stored.bytes, storedAt: stored.storedAt ?? now() };
  const { pdfPath } = await render({ companyId: document.companyId, invoiceId: document.id }).catch(asFailure);
  const rendered = await getFile(pdfPath);
  if (!rendered) throw failure();
  return { bytes: rendered.bytes, storedAt: rendered.storedAt ?? now() };
}

const failure = (cause?: unknown): Problem =>
  new Problem(
    'internal_error',
    cause instanceof Problem ? cause.message : 'The PDF could not be rendered; try again.',
    undefined,
    { retryAfter: 5, cause },
  );

function asFailure(error: unknown): never {
  throw error instanceof Problem && error.status === 422 ? error : failure(error);
}
