import { PutObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/** Writing to the bucket by itself, as read-file.ts. */

/** Stores a file; an earlier one of the same key stays as an older version. */
export async function putFile(key: string, body: Uint8Array | string, contentType: string): Promise<void> {
  await s3().send(
    new PutObjectCommand({ Bucket: environment('documentsBucket'), Key: key, Body: body, ContentType: contentType }),
  );
}
