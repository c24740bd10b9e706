import type { DocumentHeader } from '../model/document.ts';
import { getItems } from '../store/read.ts';
import type { CompanyId } from '../store/table.ts';
import { documentKey, type ItemNames, type StoredItem } from './items.ts';

/**
 * The headers of several documents, in the order of their ids: what an item of a list shows that its row does not hold. Those that are
 * gone meanwhile are left out. One round trip for up to 100.
 */
export async function readHeaders<H extends DocumentHeader>(
  kind: ItemNames,
  company: CompanyId,
  ids: readonly string[],
): Promise<H[]> {
  if (ids.length === 0) return [];
  const items = (await getItems(ids.map(id => documentKey(kind, company, id)))) as unknown as (StoredItem | undefined)[];
  return items.flatMap(item => (item ? [item.data as H] : []));
}
