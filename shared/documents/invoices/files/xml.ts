import { hasFile } from '#shared/platform/aws/documents-bucket.ts';
import { getXml, putXml } from '#shared/output/files/xml.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { gone, notFound, Problem } from '#shared/base/kernel/errors.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { issuedElsewhere } from '../print/issued-elsewhere.ts';
import { readInvoice } from '../read.ts';

/** Stores the XML of an issued document if it is missing. The XML of a received document was stored before its record. */
export async function completeXml(document: InvoiceDocument): Promise<void> {
  const { xmlPath, received } = document;
  if (!received && xmlPath !== null && !(await hasFile(xmlPath))) await putXml(xmlPath, writeUbl(document));
}

/**
 * The stored XML, unchanged. For an issued document without file (a process died before it was written), the XML is made and
 * stored.
 *
 * @throws 410 when the XML of a received document is no longer stored
 */
export async function xmlOf(document: InvoiceDocument): Promise<Uint8Array> {
  const stored = document.xmlPath ? await getXml(document.xmlPath) : undefined;
  if (stored !== undefined) return stored;
  // The XML of another issuer cannot be made again.
  if (document.received) throw gone('The XML that was received is no longer stored.');
  const xml = writeUbl(document);
  if (document.xmlPath) await putXml(document.xmlPath, xml);
  return Buffer.from(xml);
}

/** The XML of an issued document as text. It is UTF-8, because this service wrote it. */
export const issuedTextOf = async (document: InvoiceDocument): Promise<string> => Buffer.from(await xmlOf(document)).toString();

/**
 * The XML of an invoice, by its header.
 *
 * @throws 404 when it was never issued; 410 when it was restored after its issue, which removed the file
 */
export async function xmlFile(invoice: Invoice): Promise<Uint8Array> {
  if (!invoice.xmlPath) throw noXml(invoice);
  return (await getXml(invoice.xmlPath)) ?? (await issuedXml(invoice.companyId, invoice.id));
}

const noXml = ({ sequence, purchase, imported }: Pick<Invoice, 'sequence' | 'purchase' | 'imported'>): Problem =>
  imported
    ? issuedElsewhere('XML')
    : purchase
      ? new Problem('not_found', 'A purchase that was entered by hand has no XML.')
      : sequence === null
        ? new Problem('not_found', 'A draft has no XML: issue it first.')
        : gone('The XML was removed when the invoice was restored; issuing it again makes a new one.');

/** The XML of a document by its id; made again if the file is missing. @throws 404 when it was never issued; 410 as `xmlOf` */
export async function issuedXml(company: CompanyId, id: string): Promise<Uint8Array> {
  const document = (await readInvoice(company, id))?.document;
  if (document?.imported) throw issuedElsewhere('XML');
  if (!document?.xmlPath) throw notFound('XML of the invoice');
  return xmlOf(document);
}
