import type { DocumentHeader } from '#shared/model/document.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { documentKey, type ItemNames, type StoredItem } from './items.ts';

/**
 * The headers of several documents, in the order of `ids`. Deleted documents are left out. One round trip for up to 100.
 */
export async function readHeaders<H extends DocumentHeader>(
  kind: ItemNames,
  company: CompanyId,
  ids: readonly string[],
): Promise<H[]> {
  if (ids.length === 0) return [];
  const items = await getItems<StoredItem>(ids.map(id => documentKey(kind, company, id)));
  return items.flatMap(item => (item ? [item.data as H] : []));
}

/**
 * The headers of a page of a list, for fields that the list's rows do not hold. Eventually consistent reads, as the index that
 * returned the ids is eventually consistent too, at half the cost; a document that is not found because it was only just created is
 * read again.
 */
export async function readListedHeaders<H extends DocumentHeader>(
  kind: ItemNames,
  company: CompanyId,
  ids: readonly string[],
): Promise<H[]> {
  if (ids.length === 0) return [];
  const keys = ids.map(id => documentKey(kind, company, id));
  const items = await getItems<StoredItem>(keys, { consistent: false });
  const late = await readHeaders<H>(
    kind,
    company,
    ids.filter((_, place) => items[place] === undefined),
  );
  const byId = new Map([...items.flatMap(item => (item ? [item.data as H] : [])), ...late].map(header => [header.id, header]));
  return ids.flatMap(id => byId.get(id) ?? []);
}
