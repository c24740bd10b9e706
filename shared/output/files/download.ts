/**
 * The largest file in bytes that fits into a request or response of a Lambda function: 6 MB of JSON with the file in base64 (AWS
 * quotas).
 */
export const DIRECT_BYTES = 4_400_000;

/** Seconds for which the signed URL of a redirect is valid. */
const REDIRECT_SECONDS = 300;

export interface FileType {
  contentType: string;
  /** Value of the header `Content-Disposition`. */
  disposition: string;
}

/** A file for an answer: its bytes or text, or for a large file the signed URL to which the caller is redirected. */
export interface Download extends FileType {
  content: Uint8Array | string | { location: string };
}

/**
 * Reads a stored file for an answer; for a large one only a signed URL is made.
 *
 * @param size in bytes
 * @throws Error when the bucket has no such file
 */
export async function readDownload({ key, size, ...type }: FileType & { key: string; size: number }): Promise<Download> {
  if (size > DIRECT_BYTES) return { ...type, content: await locationOf(key, type) };
  const { getFile } = await import('#shared/platform/aws/read-file.ts');
  const stored = await getFile(key);
  if (!stored) throw new Error(`The bucket has no file ${key}.`);
  return { ...type, content: stored.bytes };
}

/** A signed URL for a file, valid for `REDIRECT_SECONDS`. */
export async function locationOf(key: string, type: FileType): Promise<{ location: string }> {
  const { downloadUrl } = await import('#shared/platform/aws/download-url.ts');
  return { location: await downloadUrl(key, { ...type, seconds: REDIRECT_SECONDS }) };
}
