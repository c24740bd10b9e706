import type { Printing } from '#shared/documents/common/files/complete.ts';
import { filesDone, filesMade } from '#shared/documents/common/files/task.ts';
import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { changeWrites } from '#shared/documents/common/store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { filedInvoice, invoiceFile } from '../print/identity.ts';
import { printedInvoice } from '../print/invoice.ts';
import { INVOICES } from '../store.ts';
import { readInvoice } from '../read.ts';
import { completeXml } from './xml.ts';

/** How the files of invoices and credit notes are made: the XML of issued ones, and the PDF. */
export const INVOICE_PRINTING: Printing<InvoiceDocument> = {
  title: KINDS.invoice.title,
  read: async (company, id) => (await readInvoice(company, id))?.document,
  identity: invoiceFile,
  print: printedInvoice,
  completeOthers: completeXml,
  record: recordPdf,
};

/**
 * Removes the deferred task of the document's files. When the PDF's name is no longer that which was recorded, because payments, credit
 * notes or the configuration have changed what it shows, also records the new name, with a timeline entry, in one transaction. But not
 * beside a change of the document, such as a cancellation right after the issue: its timeline has what people did, in their order.
 */
function recordPdf(document: InvoiceDocument, pdfPath: string, version?: number): Promise<void> {
  return retryOnContention(async attempt => {
    const current = attempt === 0 ? document : (await readInvoice(document.companyId, document.id))?.document;
    if (!current) throw notFound('Invoice');
    // The document was restored or corrected meanwhile: this PDF shows its old content, and the task belongs to the new one.
    if (current.xmlPath !== document.xmlPath) return;
    const isLater = version !== undefined && current.version !== version;
    if (current.pdfPath === pdfPath || isLater) return filesMade(filedInvoice(document), current.version);
    const after: InvoiceDocument = { ...current, pdfPath, updatedAt: instant() };
    const recorded = [{ event: newEvent('pdf_generated', null, 'PDF generated', SYSTEM) }];
    const finish = filesDone(filedInvoice(document));
    await transact([...changeWrites(INVOICES, { before: current, after, recorded }), finish]);
  });
}
