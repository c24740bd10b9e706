import { getFile } from '../../aws/documents-bucket.ts';
import { now } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/errors.ts';
import { consumeCompanyBucket } from '../../lambda/limits/token-bucket.ts';
import type { PdfTemplateConfiguration } from '../../pdf/configuration.ts';
import { type FileIdentity, pdfKey, type PrintOptions } from '../../pdf/key.ts';
import { render } from '../../pdf/renderer.ts';
import { companyScope } from '../../store/table.ts';

export interface PdfFile {
  bytes: Uint8Array;
  storedAt: Date;
}

/** The document, the configuration of its company, where the company's logo lies, and how it is printed. */
type Printed = [document: FileIdentity, configuration: PdfTemplateConfiguration, logoPath: string | null, options?: PrintOptions];

/**
 * The PDF that shows a document as it is now, rendered when it is not there yet (completions-documents §1.7).
 *
 * @throws 422 when the PDF would not show what it must; 500 when rendering fails, which may be tried again.
 */
export const pdfFile = async (...printed: Printed): Promise<PdfFile> => (await storedPdf(...printed)) ?? renderedPdf(...printed);

/** The same for a caller who asks for it now: counted by the company's bucket for renderings (`COMPANY_BUCKETS`). @throws 429 as well */
export async function pdfForCaller(...printed: Printed): Promise<PdfFile> {
  const stored = await storedPdf(...printed);
  if (stored) return stored;
  await consumeCompanyBucket('pdfRenders', companyScope(printed[0].companyId));
  return renderedPdf(...printed);
}

async function storedPdf(...printed: Printed): Promise<PdfFile | undefined> {
  const stored = await getFile(pdfKey(...printed));
  return stored && { bytes: stored.bytes, storedAt: stored.storedAt ?? now() };
}

async function renderedPdf(...[{ companyId, kind, id }, , , options = {}]: Printed): Promise<PdfFile> {
  const { pdfPath } = await render({ companyId, kind, id, options }).catch(asFailure);
  const rendered = await getFile(pdfPath);
  if (!rendered) throw failure();
  return { bytes: rendered.bytes, storedAt: rendered.storedAt ?? now() };
}

const failure = (cause?: unknown): Problem =>
  new Problem(
    'internal_error',
    cause instanceof Problem ? cause.message : 'The PDF could not be rendered; try again.',
    undefined,
    { retryAfter: 5, cause },
  );

function asFailure(error: unknown): never {
  throw error instanceof Problem && error.status === 422 ? error : failure(error);
}
