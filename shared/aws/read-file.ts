import { GetObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/** Reading from a bucket by itself: a function that loads this when it needs it reaches nothing that writes. */

export const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes((error as Error).name);

/** The bytes of a file and when it was stored; undefined when there is none. Without a bucket, of the documents. */
export async function getFile(
  key: string,
  Bucket = environment('documentsBucket'),
): Promise<{ bytes: Uint8Array; storedAt: Date | undefined } | undefined> {
  try {
    const answer = await s3().send(new GetObjectCommand({ Bucket, Key: key }));
    return answer.Body && { bytes: await answer.Body.transformToByteArray(), storedAt: answer.LastModified };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
