import { GetObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/** A module of its own, so that a function can read from a bucket without importing the code that writes. */

export const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes((error as Error).name);

/**
 * The bytes of a file and when it was stored; undefined when there is no file under this key.
 *
 * @param Bucket by default the bucket of documents
 * @param abortSignal gives up the request
 */
export async function getFile(
  key: string,
  Bucket = environment('documentsBucket'),
  abortSignal?: AbortSignal,
): Promise<{ bytes: Uint8Array; storedAt: Date | undefined } | undefined> {
  try {
    const answer = await s3().send(new GetObjectCommand({ Bucket, Key: key }), { abortSignal });
    return answer.Body && { bytes: await answer.Body.transformToByteArray(), storedAt: answer.LastModified };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
