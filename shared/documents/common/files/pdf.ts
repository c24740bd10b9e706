import { getFile } from '#shared/platform/aws/documents-bucket.ts';
import { isThrottle } from '#shared/platform/aws/transient.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { consumeCompanyBucket } from '#shared/platform/lambda/limits/token-bucket.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { type FileIdentity, pdfKey, type PrintOptions } from '#shared/output/pdf/key.ts';
import { render } from '#shared/output/pdf/renderer.ts';

export interface PdfFile {
  bytes: Uint8Array;
  storedAt: Date;
}

/** The document, the PDF configuration of its company, the bucket key of the company's logo, and options such as hidden prices. */
type Printed = [document: FileIdentity, configuration: PdfTemplateConfiguration, logoPath: string | null, options?: PrintOptions];

/**
 * The PDF of a document's current state; rendered if it is not stored yet (OUT-3).
 *
 * @throws 422 when the PDF would not show what it must; 500 with `Retry-After` when rendering fails; 503 when AWS throttles it
 */
export const pdfFile = async (...printed: Printed): Promise<PdfFile> => (await storedPdf(...printed)) ?? renderedPdf(...printed);

/**
 * As `pdfFile`, for an API caller: rendering takes a token of the company's rate limit (`COMPANY_BUCKETS`), unless the caller is merely
 * earlier than the rendering that issue has started. @throws 429 as well
 */
export async function pdfForCaller(...printed: Printed): Promise<PdfFile> {
  const stored = await storedPdf(...printed);
  if (stored) return stored;
  if (pdfKey(...printed) !== printed[0].awaited) await consumeCompanyBucket('pdfRenders', printed[0].companyId);
  return renderedPdf(...printed);
}

async function storedPdf(...printed: Printed): Promise<PdfFile | undefined> {
  const stored = await getFile(pdfKey(...printed));
  return stored && { bytes: stored.bytes, storedAt: stored.storedAt ?? now() };
}

async function renderedPdf(...[{ companyId, kind, id, asked }, , , options = {}]: Printed): Promise<PdfFile> {
  const { pdfPath } = await render({ companyId, kind, id, options, asked }).catch(asFailure);
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

/** The contract's status for a failure is 500; a throttle is none: nothing was rendered, and the same request will succeed. */
function asFailure(error: unknown): never {
  const passes = error instanceof Problem && (error.status === 422 || isThrottle(error.cause));
  throw passes ? error : failure(error);
}
