import { log } from '#shared/base/kernel/log.ts';
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
   * Records a PDF of another name in the document; with `asNamed` not if the document has changed since its files were named. Absent for
   * kinds that record nothing.
   */
  record?(document: D, pdfPath: string, asNamed?: boolean): Promise<void>;
}

/** Errors of documents that have no PDF as they are: one more try fails again. */
const CANNOT_EXIST: readonly string[] = ['NoDocument', 'Unprintable', 'Illegible'];

/**
 * As `completeFiles`, for an invocation that nobody waits for. A document that can have no PDF as it is ends it without an error: requests
 * for the PDF are answered with the reason.
 */
export async function completeNamed<D>(
  printing: Printing<D>,
  request: Omit<RenderRequest, 'kind'>,
): Promise<Rendered | undefined> {
  try {
    return await completeFiles(printing, request);
  } catch (error) {
    const { name, message } = error as Error;
    if (!CANNOT_EXIST.includes(name)) throw error;
    log.warn('PDF cannot be rendered, not tried again', { title: printing.title, id: request.id, error: message });
    return undefined;
  }
}

/**
 * Makes the missing files of a document: the PDF of its current state, and the other files of its kind. Idempotent: keys of files
 * are derived from their content, and a file that exists is not made again.
 *
 * @throws `NoDocument` when the document has been deleted; what `makePdf` throws
 */
export async function completeFiles<D>(
  printing: Printing<D>,
  { companyId, id, options = {}, asNamed }: Omit<RenderRequest, 'kind'>,
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
    await putFile(
      pdfPath,
      await makePdf({ document: printed, configuration, logo, isSandbox: company.sandbox === true }, invokePrinter),
      'application/pdf',
    );
  }
  if (!identity.isDraft && !hasOptions(options)) await printing.record?.(document, pdfPath, asNamed);
  return { pdfPath };
}
