import { getFile, putFile } from '#shared/platform/aws/documents-bucket.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { readSnapshotItem } from '#shared/documents/lists/snapshot.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';

/**
 * Gives the file of a company's list another name. A process keeps the file that it has read last, and in tests all functions are in
 * one process: the next list has to read it. @throws Error when the list has no file
 */
export async function renameListFile(kind: Kind, company: CompanyId): Promise<void> {
  const item = await readSnapshotItem(kind, company);
  const file = item && (await getFile(item.data.file));
  if (!file) throw new Error('The list has no file.');
  const name = `companies/${company}/lists/${newId()}.columns`;
  await putFile(name, file.bytes, 'application/octet-stream');
  await transact([put({ ...item, data: { ...item.data, file: name } })]);
}
