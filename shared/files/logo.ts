import { getFile } from '../aws/read-file.ts';

/** Content types by extension. The upload has set the extension by the content of the file. */
const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' };

/** The content type of a logo, by the extension of its bucket key. */
export const logoType = (logoPath: string): string | undefined => TYPES[logoPath.split('.').at(-1) ?? ''];

/** A company's logo; null when the file does not exist. */
export async function readLogo(logoPath: string): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  const contentType = logoType(logoPath);
  const file = contentType === undefined ? undefined : await getFile(logoPath);
  return file && contentType !== undefined ? { bytes: file.bytes, contentType } : null;
}

/** A company's logo as a data URI for templates; null when the file does not exist. */
export async function companyLogo(logoPath: string): Promise<string | null> {
  const logo = await readLogo(logoPath);
  return logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`;
}

/** A company's logo for mails; null without logo, and for SVG, which mail programs do not display. */
export async function mailLogo(logoPath: string | null): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  return logoPath !== null && logoType(logoPath) !== TYPES['svg'] ? readLogo(logoPath) : null;
}
