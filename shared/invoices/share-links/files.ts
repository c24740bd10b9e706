import { getXml, readPdfConfiguration } from '../../documents/files.ts';
import { found, notFound } from '../../kernel/errors.ts';
import { companyScope } from '../../store/table.ts';
import { invoicePdfFile, type PdfFile } from '../pdf.ts';
import { readInvoice } from '../repository.ts';
import { issuedXml } from '../xml.ts';
import type { Shared } from './visit.ts';

/** The PDF that a client gets: the same that the owner sees. @throws 503 when it cannot be rendered now */
export async function sharedPdf({ invoice, company }: Shared): Promise<PdfFile> {
  const scope = companyScope(invoice.companyId);
  const [stored, configuration] = await Promise.all([readInvoice(scope, invoice.id), readPdfConfiguration(scope)]);
  return invoicePdfFile(found(stored, 'Share link').document, configuration, company.logoPath);
}

/** The XML that a client gets. @throws 404 when the document has none */
export async function sharedXml({ invoice }: Shared): Promise<string> {
  if (!invoice.xmlPath) throw notFound('Share link');
  return (await getXml(invoice.xmlPath)) ?? issuedXml(companyScope(invoice.companyId), invoice.id);
}
