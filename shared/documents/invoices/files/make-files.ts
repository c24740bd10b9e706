import { renderNow } from '#shared/documents/common/files/render-now.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { filedInvoice } from '../print/identity.ts';

/**
 * Has the XML and PDF of a document that was just committed made by the renderer. Where that fails they are left to the deferred task,
 * and `pdfPath` stays unchanged.
 */
export async function makeFiles(document: InvoiceDocument): Promise<InvoiceDocument> {
  const rendered = await renderNow(filedInvoice(document));
  return rendered ? { ...document, pdfPath: rendered.pdfPath, version: rendered.version ?? document.version } : document;
}
