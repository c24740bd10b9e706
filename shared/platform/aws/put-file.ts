import { PutObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/** A module of its own, so that a function can write to the documents bucket without importing the code that reads. */

export interface PutFileOptions {
  /** Until this instant nobody removes the file, except the purge of a company (S3 Object Lock). Undefined: it is not locked. */
  retainUntil?: Date | undefined;
}

/**
 * Stores a file; an earlier file under the same key stays as an older version. The lock is always of the mode GOVERNANCE: what nobody at
 * all could remove would outlive the erasure of a company.
 */
export async function putFile(
  key: string,
  body: Uint8Array | string,
  contentType: string,
  { retainUntil }: PutFileOptions = {},
): Promise<void> {
  await s3().send(
    new PutObjectCommand({
      ...{ Bucket: environment('documentsBucket'), Key: key, Body: body, ContentType: contentType },
      ...(retainUntil && { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: retainUntil }),
    }),
  );
}
