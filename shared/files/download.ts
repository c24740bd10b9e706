import { getFile } from '../aws/documents-bucket.ts';
import { downloadUrl } from '../aws/presigned.ts';
import { type Answer, answer, file } from '../lambda/endpoint/answer.ts';

/** What fits into the answer of a function: 6 MB of JSON, in which bytes are base64 (AWS Lambda quotas). */
export const DIRECT_BYTES = 4_400_000;

/** Seconds in which a redirect must be followed. */
const REDIRECT_SECONDS = 300;

export interface Download {
  key: string;
  size: number;
  contentType: string;
  /** `Content-Disposition`. */
  disposition: string;
  /** Further headers. */
  headers?: Record<string, string>;
}

/**
 * A stored file as an answer: its bytes, or for a large one a redirect to where they can be fetched.
 *
 * @throws Error when the bucket has lost it
 */
export async function download({ key, size, contentType, disposition, headers = {} }: Download): Promise<Answer> {
  if (size > DIRECT_BYTES) {
    const location = await downloadUrl(key, { contentType, disposition, seconds: REDIRECT_SECONDS });
    return answer(302, undefined, { location, ...headers });
  }
  const stored = await getFile(key);
  if (!stored) throw new Error(`The bucket has no file ${key}.`);
  return file(stored.bytes, contentType, { 'content-disposition': disposition, ...headers });
}
