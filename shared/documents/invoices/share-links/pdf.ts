import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { pdfForCaller, type PdfFile } from '#shared/documents/common/files/pdf.ts';
import { invoiceFile } from '../print/identity.ts';
import { readInvoice } from '../read.ts';
import type { Shared } from './visit.ts';

/** The PDF for the client, the same as for the owner. @throws 500 when it cannot be rendered now */
export async function sharedPdf({ invoice, company }: Shared): Promise<PdfFile> {
  const scope = invoice.companyId;
  const [stored, configuration] = await Promise.all([readInvoice(scope, invoice.id), readPdfConfiguration(scope)]);
  return pdfForCaller(invoiceFile(found(stored, 'Share link').document), configuration, company.logoPath);
}
