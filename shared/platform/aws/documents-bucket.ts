import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { environment } from './environment.ts';
import { isMissing } from './read-file.ts';
import { s3 } from './s3.ts';

export { getFile } from './read-file.ts';
export { putFile } from './put-file.ts';

/** Files of documents in the stage's bucket: encrypted and versioned by the bucket itself, keyed by company. */

/** Whether the bucket has a file under this key. */
export async function hasFile(key: string): Promise<boolean> {
  try {
    await s3().send(new HeadObjectCommand({ Bucket: environment('documentsBucket'), Key: key }));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Removes a file; also succeeds when there is no file under that key. Its last version can be restored for a while. */
export async function removeFile(key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: environment('documentsBucket'), Key: key }));
}
