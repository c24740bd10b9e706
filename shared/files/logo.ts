import { getFile } from '../aws/documents-bucket.ts';

const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' };

/** A company's logo as a data URI for templates; null when the file is gone. The extension was set by content at upload. */
export async function companyLogo(logoPath: string): Promise<string | null> {
  const file = await getFile(logoPath);
  const type = TYPES[logoPath.split('.').at(-1) ?? ''];
  return file && type ? `data:${type};base64,${Buffer.from(file.bytes).toString('base64')}` : null;
}
