import { readCompany } from '#shared/platform/access/records.ts';
import { hasFile, putFile } from '#shared/platform/aws/documents-bucket.ts';
import { companyLogo } from '#shared/output/files/logo.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import type { PrintedDocument } from '#shared/output/pdf/document.ts';
import { type FileIdentity, hasOptions, pdfKey, type PrintOptions } from '#shared/output/pdf/key.ts';
import { makePdf } from '#shared/output/pdf/make-pdf.ts';
import { invokePrinter } from '#shared/output/pdf/printer.ts';
import { NoDocument } from '#shared/output/pdf/no-document.ts';
import type { Rendered, RenderRequest } from '#shared/output/pdf/renderer.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** What a kind of document defines so that its files can be made. */
export interface Printing<D> {
  /** The name of the kind in errors: "Invoice". */
  title: string;
  read(company: CompanyId, id: string): Promise<D | undefined>;
  identity(document: D): FileIdentity;
  print(document: D, configuration: PdfTemplateConfiguration, options: PrintOptions): PrintedDocument;
  /** Makes missing files other than the PDF, such as the XML. */
  completeOthers?(document: D): Promise<void>;
  /**
   * Removes the deferred task, and records a PDF of another name in the document, unless it has changed since `version`; absent for kinds
   * that record nothing.
   */
  record?(document: D, pdfPath: string, version?: number): Promise<void>;
}

/**
 * Makes the missing files of a document: the PDF of its current state, and the other files of its kind. Idempotent: keys of files
 * are derived from their content, and a file that exists is not made again.
 *
 * @throws `NoDocument` when the document has been deleted; what `makePdf` throws
 */
export async function completeFiles<D>(
  printing: Printing<D>,
  { companyId, id, options = {}, version }: Omit<RenderRequest, 'kind'>,
): Promise<Rendered> {
  const [document, configuration, company] = await Promise.all([
    printing.read(companyId, id),
    readPdfConfiguration(companyId),
    readCompany(companyId),
  ]);
  if (!document || !company) throw new NoDocument(printing.title);
  const identity = printing.identity(document);
  const pdfPath = pdfKey(identity, configuration, company.logoPath, options);
  const [isThere] = await Promise.all([hasFile(pdfPath), printing.completeOthers?.(document)]);
  if (!isThere) {
    const logo = configuration.showLogo && company.logoPath ? await companyLogo(company.logoPath) : null;
    const printed = printing.print(document, configuration, options);
    await putFile(pdfPath, await makePdf({ document: printed, configuration, logo }, invokePrinter), 'application/pdf');
  }
  if (!identity.isDraft && !hasOptions(options)) await printing.record?.(document, pdfPath, version);
  return { pdfPath };
}
