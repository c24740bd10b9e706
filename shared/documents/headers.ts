import type { DocumentHeader } from '../model/document.ts';
import { getItems } from '../store/read.ts';
import type { CompanyId } from '../store/table.ts';
import { documentKey, type ItemNames, type StoredItem } from './items.ts';

/**
 * The headers of several documents, in the order of their ids. Those that are gone meanwhile are left out. One round trip for up to 100.
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
 * The headers of a page of a list: what its items show that the rows do not hold. Read as consistently as the index that named them, for
 * half the price; one that was created this very moment and is not found so is read again.
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
