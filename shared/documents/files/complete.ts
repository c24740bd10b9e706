import { readCompany } from '../../access/records.ts';
import { hasFile, putFile } from '../../aws/documents-bucket.ts';
import { companyLogo } from '../../files/logo.ts';
import { notFound } from '../../kernel/errors.ts';
import type { PdfTemplateConfiguration } from '../../pdf/configuration.ts';
import { readPdfConfiguration } from '../../pdf/configuration-item.ts';
import type { PrintedDocument } from '../../pdf/document.ts';
import { type FileIdentity, hasOptions, pdfKey, type PrintOptions } from '../../pdf/key.ts';
import { makePdf } from '../../pdf/make-pdf.ts';
import { invokePrinter } from '../../pdf/printer.ts';
import type { Rendered, RenderRequest } from '../../pdf/renderer.ts';
import { type CompanyId, companyScope } from '../../store/table.ts';

/** What it takes to make the files of a kind of document. Each kind that is printed has one. */
export interface Printing<D> {
  /** In errors: "Invoice". */
  title: string;
  read(company: CompanyId, id: string): Promise<D | undefined>;
  identity(document: D): FileIdentity;
  print(document: D, configuration: PdfTemplateConfiguration, options: PrintOptions): PrintedDocument;
  /** Makes what is missing beside the PDF, such as an XML. */
  completeOthers?(document: D): Promise<void>;
  /** Records the PDF in the document, and that its files are made; absent where nothing is recorded. @returns the document's version after that */
  record?(document: D, pdfPath: string): Promise<number>;
}

/**
 * Makes the files of a document that are missing: the PDF that shows it as it is now, and what its kind has beside it. Idempotent:
 * files are addressed by what they hold, and what is there is not made again.
 *
 * @throws 404 when the document is gone; what `makePdf` throws.
 */
export async function completeFiles<D>(
  printing: Printing<D>,
  { companyId, id, options = {} }: Omit<RenderRequest, 'kind'>,
): Promise<Rendered> {
  const scope = companyScope(companyId);
  const [document, configuration, company] = await Promise.all([
    printing.read(scope, id),
    readPdfConfiguration(scope),
    readCompany(companyId),
  ]);
  if (!document || !company) throw notFound(printing.title);
  const identity = printing.identity(document);
  const pdfPath = pdfKey(identity, configuration, company.logoPath, options);
  const [isThere] = await Promise.all([hasFile(pdfPath), printing.completeOthers?.(document)]);
  if (!isThere) {
    const logo = configuration.showLogo && company.logoPath ? await companyLogo(company.logoPath) : null;
    const printed = printing.print(document, configuration, options);
    await putFile(pdfPath, await makePdf({ document: printed, configuration, logo }, invokePrinter), 'application/pdf');
  }
  const isRecorded = !identity.isDraft && !hasOptions(options);
  return { pdfPath, version: isRecorded && printing.record ? await printing.record(document, pdfPath) : null };
}
