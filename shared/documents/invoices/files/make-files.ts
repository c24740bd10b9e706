import { renderNow } from '#shared/documents/common/files/render-now.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { filedInvoice } from '../print/identity.ts';
import { storeXml } from './xml.ts';

/**
 * Makes the XML and PDF of a document that was just committed. A file that fails is left to the deferred task; without its PDF,
 * `pdfPath` stays unchanged.
 */
export async function makeFiles(document: InvoiceDocument): Promise<InvoiceDocument> {
  const [rendered] = await Promise.all([renderNow(filedInvoice(document)), storedXml(document)]);
  return rendered ? { ...document, pdfPath: rendered.pdfPath, version: rendered.version ?? document.version } : document;
}

async function storedXml(document: InvoiceDocument): Promise<void> {
  try {
    if (document.xmlPath) await storeXml(document, document.xmlPath);
  } catch (error) {
    log.warn('XML left to the deferred task', { id: document.id, error: (error as Error).name });
  }
}
