import { removeFile } from '../../aws/documents-bucket.ts';
import { markDispatched } from '../../store/outbox.ts';
import type { Key } from '../../store/table.ts';

/** Removes the bytes of an attachment whose record is gone. May run twice. @param key of the item that asks for it */
export async function discardFile(storageKey: string, key: Key): Promise<void> {
  await removeFile(storageKey);
  await markDispatched(key);
}
