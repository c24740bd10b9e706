import type { Printing } from '#shared/documents/common/files/complete.ts';
import { filesDone } from '#shared/documents/common/files/task.ts';
import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { changeWrites, unchanged } from '#shared/documents/common/store.ts';
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
 * Records the PDF on the document with a timeline entry, and removes the deferred task, in one transaction.
 *
 * @returns the version of the document
 */
function recordPdf(document: InvoiceDocument, pdfPath: string): Promise<number> {
  return retryOnContention(async attempt => {
    const current = attempt === 0 ? document : (await readInvoice(document.companyId, document.id))?.document;
    if (!current) throw notFound('Invoice');
    // The document was restored or corrected meanwhile: this PDF shows its old content, and the task belongs to the new one.
    if (current.xmlPath !== document.xmlPath) return current.version;
    const finish = filesDone(filedInvoice(document));
    if (current.pdfPath === pdfPath) {
      // `unchanged` makes the transaction fail if the document changes now: that change adds a task of its own, which must stay.
      await transact([finish, unchanged(KINDS.invoice, current)]);
      return current.version;
    }
    const after: InvoiceDocument = { ...current, pdfPath, updatedAt: instant() };
    // The first PDF after an issue or a correction is made together with a new XML: both get a timeline entry.
    const made = current.pdfPath === null && !current.received ? (['xml', 'pdf'] as const) : (['pdf'] as const);
    const recorded = made.map(file => ({
      event: newEvent(`${file}_generated`, null, `${file.toUpperCase()} generated`, SYSTEM),
    }));
    await transact([...changeWrites(INVOICES, { before: current, after, recorded }), finish]);
    return current.version + 1;
  });
}
