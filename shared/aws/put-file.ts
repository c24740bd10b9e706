import { PutObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/** A module of its own, so that a function can write to the documents bucket without importing the code that reads. */

/** Stores a file; an earlier file under the same key stays as an older version. */
export async function putFile(key: string, body: Uint8Array | string, contentType: string): Promise<void> {
  await s3().send(
    new PutObjectCommand({ Bucket: environment('documentsBucket'), Key: key, Body: body, ContentType: contentType }),
  );
}
