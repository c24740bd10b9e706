import { removeFile } from '#shared/platform/aws/documents-bucket.ts';
import { markDispatched } from '#shared/platform/store/outbox.ts';
import type { Key } from '#shared/platform/store/table.ts';

/** Removes the bytes of a removed attachment. Idempotent. @param key key of the outbox item that requests it */
export async function discardFile(storageKey: string, key: Key): Promise<void> {
  await removeFile(storageKey);
  await markDispatched(key);
}
