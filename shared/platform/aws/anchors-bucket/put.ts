import { PutObjectCommand } from '@aws-sdk/client-s3';
import { environment } from '../environment.ts';
import { s3 } from '../s3.ts';

/**
 * Stores a file in the bucket of anchors, whose files nobody can change or remove before a date (S3 Object Lock), unless the bucket
 * has it already.
 *
 * @returns false when there is a file under this key, which stays as it is
 */
export async function putAnchorFile(key: string, body: Uint8Array, contentType: string): Promise<boolean> {
  const Bucket = environment('anchorsBucket');
  try {
    await s3().send(new PutObjectCommand({ Bucket, Key: key, Body: body, ContentType: contentType, IfNoneMatch: '*' }));
    return true;
  } catch (error) {
    if ((error as Error).name === 'PreconditionFailed') return false;
    throw error;
  }
}
