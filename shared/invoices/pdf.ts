import { getFile } from '../aws/documents-bucket.ts';
import type { PdfTemplateConfiguration } from '../documents/configuration.ts';
import { pdfKey } from '../documents/pdf-key.ts';
import { render } from '../documents/renderer.ts';
import { now } from '../kernel/clock.ts';
import { unavailable } from '../kernel/errors.ts';
import type { InvoiceDocument } from './model.ts';

export interface PdfFile {
  bytes: Uint8Array;
  storedAt: Date;
}

/**
 * The PDF that shows the document as it is now, rendered when it is not there yet (completions-documents §1.7).
 *
 * @throws 503 when the renderer fails.
 */
export async function invoicePdfFile(
  document: InvoiceDocument,
  configuration: PdfTemplateConfiguration,
  logoPath: string | null,
): Promise<PdfFile> {
  const stored = await getFile(pdfKey(document, configuration, logoPath));
  if (stored) return { bytes: stored.bytes, storedAt: stored.storedAt ?? now() };
  const { pdfPath } = await render({ companyId: document.companyId, invoiceId: document.id });
  const rendered = await getFile(pdfPath);
  if (!rendered) throw unavailable('The PDF cannot be rendered now; try again.', { retryAfter: 5 });
  return { bytes: rendered.bytes, storedAt: rendered.storedAt ?? now() };
}
