import { getFile } from '../../aws/documents-bucket.ts';
import { now } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/errors.ts';
import type { PdfTemplateConfiguration } from '../../pdf/configuration.ts';
import { type FileIdentity, pdfKey, type PrintOptions } from '../../pdf/key.ts';
import { render } from '../../pdf/renderer.ts';

export interface PdfFile {
  bytes: Uint8Array;
  storedAt: Date;
}

/**
 * The PDF that shows a document as it is now, rendered when it is not there yet (completions-documents §1.7).
 *
 * @throws 422 when the PDF would not show what it must; 500 when rendering fails, which may be tried again.
 */
export async function pdfFile(
  document: FileIdentity,
  configuration: PdfTemplateConfiguration,
  logoPath: string | null,
  options: PrintOptions = {},
): Promise<PdfFile> {
  const { companyId, kind, id } = document;
  const stored = await getFile(pdfKey(document, configuration, logoPath, options));
  if (stored) return { bytes: stored.bytes, storedAt: stored.storedAt ?? now() };
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
