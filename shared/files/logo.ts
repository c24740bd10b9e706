import { getFile } from '../aws/read-file.ts';

/** Extensions of logos to their types. The extension was set by content at upload. */
const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' };

/** The type of a logo by its path. */
export const logoType = (logoPath: string): string | undefined => TYPES[logoPath.split('.').at(-1) ?? ''];

/** A company's logo; null when the file is gone. */
export async function readLogo(logoPath: string): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  const contentType = logoType(logoPath);
  const file = contentType === undefined ? undefined : await getFile(logoPath);
  return file && contentType !== undefined ? { bytes: file.bytes, contentType } : null;
}

/** A company's logo as a data URI for templates; null when the file is gone. */
export async function companyLogo(logoPath: string): Promise<string | null> {
  const logo = await readLogo(logoPath);
  return logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`;
}

/** A company's logo for a mail: mail programs show no SVG. Null when there is none to show. */
export async function mailLogo(logoPath: string | null): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  return logoPath !== null && logoType(logoPath) !== TYPES['svg'] ? readLogo(logoPath) : null;
}
