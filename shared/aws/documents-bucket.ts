import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/** Files of documents in the stage's bucket: encrypted and versioned by the bucket itself, keyed by company. */

const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes((error as Error).name);

/** Stores a file; an earlier one of the same key stays as an older version. */
export async function putFile(key: string, body: Uint8Array | string, contentType: string): Promise<void> {
  await s3().send(
    new PutObjectCommand({ Bucket: environment('documentsBucket'), Key: key, Body: body, ContentType: contentType }),
  );
}

/** The bytes of a file and when it was stored; undefined when there is none. */
export async function getFile(key: string): Promise<{ bytes: Uint8Array; storedAt: Date | undefined } | undefined> {
  try {
    const answer = await s3().send(new GetObjectCommand({ Bucket: environment('documentsBucket'), Key: key }));
    return answer.Body && { bytes: await answer.Body.transformToByteArray(), storedAt: answer.LastModified };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether a file is there. */
export async function hasFile(key: string): Promise<boolean> {
  try {
    await s3().send(new HeadObjectCommand({ Bucket: environment('documentsBucket'), Key: key }));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Takes a file away; none of that key is as good. Its last version can be brought back for a while. */
export async function removeFile(key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: environment('documentsBucket'), Key: key }));
}
