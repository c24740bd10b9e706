import { hasFile, putFile } from '../../aws/documents-bucket.ts';
import { putXml } from '../../files/xml.ts';
import { readPdfConfiguration } from '../../pdf/configuration-item.ts';
import type { Rendered } from '../../pdf/renderer.ts';
import { makePdf } from '../../pdf/make-pdf.ts';
import { invoiceFile } from '../print/identity.ts';
import { printedInvoice } from '../print/invoice.ts';
import { pdfKey } from '../../pdf/key.ts';
import { companyLogo } from '../../files/logo.ts';
import { writeUbl } from '../../einvoice/ubl/writer.ts';
import { readCompany } from '../../access/records.ts';
import { instant } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { companyScope } from '../../store/table.ts';
import { retryOnContention, transact } from '../../store/transact.ts';
import { newEvent, SYSTEM } from '../../documents/timeline.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';
import { changeWrites, readInvoice, unchanged } from '../../documents/store.ts';
import { filesDone } from './files-task.ts';

/**
 * Makes the files of a document that are missing: the XML of an issued one, and the PDF that shows it as it is now. Idempotent:
 * files are addressed by what they hold, and what is there is not made again.
 *
 * @throws 404 when the document is gone.
 */
export async function completeFiles(companyId: string, invoiceId: string): Promise<Rendered> {
  const scope = companyScope(companyId);
  const [stored, configuration, company] = await Promise.all([
    readInvoice(scope, invoiceId),
    readPdfConfiguration(scope),
    readCompany(companyId),
  ]);
  if (!stored || !company) throw notFound('Invoice');
  const { document } = stored;
  const pdfPath = pdfKey(invoiceFile(document), configuration, company.logoPath);
  const [xmlThere, pdfThere] = await Promise.all([document.xmlPath === null || hasFile(document.xmlPath), hasFile(pdfPath)]);
  if (!xmlThere && document.xmlPath) await putXml(document.xmlPath, writeUbl(document));
  if (!pdfThere) {
    const logo = configuration.showLogo && company.logoPath ? await companyLogo(company.logoPath) : null;
    await putFile(
      pdfPath,
      await makePdf({ document: printedInvoice(document, configuration), configuration, logo }),
      'application/pdf',
    );
  }
  return document.status === 'draft' ? { pdfPath, version: null } : { pdfPath, version: await note(document, pdfPath) };
}

/** Notes the PDF on the document, with its timeline entry, and removes the deferred task: one transaction. */
function note(document: InvoiceDocument, pdfPath: string): Promise<number> {
  const scope = companyScope(document.companyId);
  return retryOnContention(async attempt => {
    const current = attempt === 0 ? document : (await readInvoice(scope, document.id))?.document;
    if (!current) throw notFound('Invoice');
    // Restored, or corrected meanwhile: what was made is of a document that is no more, and the task is of the new one.
    if (current.xmlPath !== document.xmlPath) return current.version;
    const finish = filesDone(document);
    if (current.pdfPath === pdfPath) {
      // A change at this moment leaves a task of its own, which must stay.
      await transact([finish, unchanged(current)]);
      return current.version;
    }
    const after: InvoiceDocument = { ...current, pdfPath, updatedAt: instant() };
    // The first PDF after an issue or a correction comes with the XML of that.
    const made = current.pdfPath === null ? (['xml', 'pdf'] as const) : (['pdf'] as const);
    const recorded = made.map(file => ({
      event: newEvent(`${file}_generated`, null, `${file.toUpperCase()} generated`, SYSTEM),
    }));
    await transact([...changeWrites(current, after, recorded), finish]);
    return current.version + 1;
  });
}
