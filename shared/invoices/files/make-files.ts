import { putXml } from '../../files/xml.ts';
import { type Rendered, render } from '../../pdf/renderer.ts';
import { writeUbl } from '../../einvoice/ubl/writer.ts';
import { log } from '../../kernel/log.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';

/** Files follow the transaction that needs them: made at once where it can be, and by the sweep where a process died. */

/** Milliseconds that the caller of issue waits for the PDF; a queue of documents before it must not fail the issue. */
const PATIENCE = 5_000;

/** Makes XML and PDF of a document that was just committed. What fails is left to the sweep, and the document says so. */
export async function makeFiles(document: InvoiceDocument): Promise<InvoiceDocument> {
  const [rendered] = await Promise.all([rendering(document), storeXml(document)]);
  return rendered ? { ...document, pdfPath: rendered.pdfPath, version: rendered.version ?? document.version } : document;
}

async function rendering(document: InvoiceDocument): Promise<Rendered | undefined> {
  try {
    return await render({ companyId: document.companyId, invoiceId: document.id }, PATIENCE);
  } catch (error) {
    log.warn('PDF left to the sweep', { invoiceId: document.id, error: (error as Error).name });
    return undefined;
  }
}

async function storeXml(document: InvoiceDocument): Promise<void> {
  try {
    if (document.xmlPath) await putXml(document.xmlPath, writeUbl(document));
  } catch (error) {
    log.warn('XML left to the sweep', { invoiceId: document.id, error: (error as Error).name });
  }
}
