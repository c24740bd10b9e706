import { getFile } from '#shared/platform/aws/read-file.ts';
import { log } from '#shared/base/kernel/log.ts';

/** Content types by extension. The upload has set the extension by the content of the file. */
const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' };

/** The content type of a logo, by the extension of its bucket key. */
export const logoType = (logoPath: string): string | undefined => TYPES[logoPath.split('.').at(-1) ?? ''];

/** A company's logo; null when the file does not exist. */
export async function readLogo(
  logoPath: string,
  abortSignal?: AbortSignal,
): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  const contentType = logoType(logoPath);
  const file = contentType === undefined ? undefined : await getFile(logoPath, undefined, abortSignal);
  return file && contentType !== undefined ? { bytes: file.bytes, contentType } : null;
}

/** A company's logo as a data URI for templates; null when the file does not exist. */
export async function companyLogo(logoPath: string, abortSignal?: AbortSignal): Promise<string | null> {
  const logo = await readLogo(logoPath, abortSignal);
  return logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`;
}

/** How long a page waits for a logo. S3 answers within a tenth of a second as a rule. */
const PAGE_MILLIS = 3000;

/**
 * A company's logo as a data URI, for a page that is as useful without: null also when S3 refuses, fails or does not answer in time, which is
 * logged.
 */
export async function pageLogo(logoPath: string): Promise<string | null> {
  const signal = AbortSignal.timeout(PAGE_MILLIS);
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  try {
    // The signal ends a request, but not the wait of the SDK before it tries again.
    return await Promise.race([companyLogo(logoPath, signal), late]);
  } catch (error) {
    log.warn('logo not read', { reason: (error as Error).name });
    return null;
  }
}

/** A company's logo for mails; null without logo, and for SVG, which mail programs do not display. */
export async function mailLogo(logoPath: string | null): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  return logoPath !== null && logoType(logoPath) !== TYPES['svg'] ? readLogo(logoPath) : null;
}
