import { derivedId } from '#shared/base/kernel/ids.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { type ListedArea, type ListedItem, type ListedRecord, recordKey } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Under which ids records without a unique number are stored, so that two imports at the same time make each once (IMP-6). */

/** Records of one name that were removed, or renamed, one after the other. */
const MOST_EARLIER = 20;

interface Place<T> {
  /** Free, unless `record` is there. */
  id: string;
  record: T | undefined;
}

/**
 * The place of each key: the id that follows from it, or where a record is there that was removed or has another key by now, the next one. One
 * consistent read of all, and another for each such record.
 *
 * @param has whether a record still has the key
 */
export async function placesOf<T extends ListedRecord, S>(
  area: ListedArea<T, S>,
  company: CompanyId,
  keys: readonly string[],
  has: (record: T, key: string) => boolean,
): Promise<Map<string, Place<T>>> {
  const places = new Map<string, Place<T>>();
  let open = [...new Set(keys)];
  for (let round = 0; open.length > 0 && round < MOST_EARLIER; round++) {
    const ids = open.map(key => derivedId(company, `${area.counted}#${round}#${key}`));
    const items = await getItems<ListedItem<T, S>>(ids.map(id => recordKey(area, company, id)));
    open = open.filter((key, at) => {
      const record = items[at]?.row.record;
      const isThere = record !== undefined && record.deletedAt === null && has(record, key);
      if (record && !isThere) return true;
      places.set(key, { id: ids[at] ?? '', record });
      return false;
    });
  }
  return places;
}
