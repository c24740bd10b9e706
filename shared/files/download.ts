import { getFile, putFile } from '../aws/documents-bucket.ts';
import { downloadUrl } from '../aws/presigned.ts';

/** What fits into the answer of a function: 6 MB of JSON, in which bytes are base64 (AWS Lambda quotas). */
const DIRECT_BYTES = 4_400_000;

/** Seconds in which a redirect must be followed. */
const REDIRECT_SECONDS = 300;

interface FileType {
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
  const stored = await getFile(key);
  if (!stored) throw new Error(`The bucket has no file ${key}.`);
  return { ...type, content: stored.bytes };
}

/** A text for the caller; one that is too large for an answer is stored under `key` first. */
export async function offerText(text: string, { key, ...type }: FileType & { key: string }): Promise<Download> {
  if (Buffer.byteLength(text) <= DIRECT_BYTES) return { ...type, content: text };
  await putFile(key, text, type.contentType);
  return { ...type, content: await locationOf(key, type) };
}

const locationOf = async (key: string, type: FileType): Promise<{ location: string }> => ({
  location: await downloadUrl(key, { ...type, seconds: REDIRECT_SECONDS }),
});
