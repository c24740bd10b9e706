import type { Printing } from '#shared/documents/common/files/complete.ts';
import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { changeWrites } from '#shared/documents/common/store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { invoiceFile } from '../print/identity.ts';
import { printedInvoice } from '../print/invoice.ts';
import { INVOICES } from '../store.ts';
import { readInvoice } from '../read.ts';
import { xmlKey } from './xml-key.ts';
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
 * When the PDF's name is no longer that which was recorded, because payments, credit notes or the configuration have changed what it
 * shows, records the new name, with a timeline entry, in one transaction. But the renderer of an issue does not if the document has changed
 * since, such as by a cancellation right after it: its timeline has what people did, in their order.
 */
function recordPdf(document: InvoiceDocument, pdfPath: string, asNamed = false): Promise<void> {
  return retryOnContention(async attempt => {
    const current = attempt === 0 ? document : (await readInvoice(document.companyId, document.id))?.document;
    if (!current) throw notFound('Invoice');
    // The document was restored or corrected meanwhile: this PDF shows its old content.
    if (current.xmlPath !== document.xmlPath) return;
    const isLater = asNamed && current.xmlPath !== xmlKey(current, current.version);
    if (current.pdfPath === pdfPath || isLater) return;
    const after: InvoiceDocument = { ...current, pdfPath, updatedAt: instant() };
    const recorded = [{ event: newEvent('pdf_generated', null, 'PDF generated', SYSTEM) }];
    await transact(changeWrites(INVOICES, { before: current, after, recorded }));
  });
}
