/** What fits into a request to a function, and into its answer: 6 MB of JSON, in which bytes are base64 (AWS Lambda quotas). */
export const DIRECT_BYTES = 4_400_000;

/** Seconds in which a redirect must be followed. */
const REDIRECT_SECONDS = 300;

export interface FileType {
  contentType: string;
  /** `Content-Disposition`. */
  disposition: string;
}

/** A file for the caller: its bytes or text, or for a large one the address from which it can be fetched. */
export interface Download extends FileType {
  content: Uint8Array | string | { location: string };
}

/**
 * A stored file for the caller.
 *
 * @param size bytes
 * @throws Error when the bucket has lost it
 */
export async function readDownload({ key, size, ...type }: FileType & { key: string; size: number }): Promise<Download> {
  if (size > DIRECT_BYTES) return { ...type, content: await locationOf(key, type) };
  const { getFile } = await import('../aws/read-file.ts');
  const stored = await getFile(key);
  if (!stored) throw new Error(`The bucket has no file ${key}.`);
  return { ...type, content: stored.bytes };
}

/** Where a file can be fetched for a while. */
export async function locationOf(key: string, type: FileType): Promise<{ location: string }> {
  const { downloadUrl } = await import('../aws/download-url.ts');
  return { location: await downloadUrl(key, { ...type, seconds: REDIRECT_SECONDS }) };
}
