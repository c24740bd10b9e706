import type { DocumentHeader } from '#shared/model/document.ts';
import { isWhole } from '#shared/platform/store/packing/damaged.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { documentKey, type ItemNames, type StoredItem } from './items.ts';

/**
 * The header of each document, in the order of `ids`; undefined for one that was deleted, `damaged` for one that cannot be read, which is
 * reported. One round trip for up to 100.
 */
export async function headersAt<H extends DocumentHeader>(
  kind: Pick<ItemNames, 'prefix'>,
  company: CompanyId,
  ids: readonly string[],
  { consistent = true }: { consistent?: boolean } = {},
): Promise<(H | 'damaged' | undefined)[]> {
  const keys = ids.map(id => documentKey(kind, company, id));
  const items = await getItems<StoredItem>(keys, { consistent, damaged: 'stored' });
  return items.map(item => item && (isWhole(item, 'data') ? (item.data as H) : 'damaged'));
}

/** Whether something of a document is there and could be read. */
export const isReadable = <H>(header: H | 'damaged' | undefined): header is H => header !== undefined && header !== 'damaged';

/** The headers of several documents, in the order of `ids`, without those that were deleted or cannot be read. */
export async function readHeaders<H extends DocumentHeader>(
  kind: ItemNames,
  company: CompanyId,
  ids: readonly string[],
): Promise<H[]> {
  if (ids.length === 0) return [];
  return (await headersAt<H>(kind, company, ids)).filter(isReadable);
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
  const found = await headersAt<H>(kind, company, ids, { consistent: false });
  const late = await readHeaders<H>(
    kind,
    company,
    ids.filter((_, place) => found[place] === undefined),
  );
  const byId = new Map([...found.filter(isReadable), ...late].map(header => [header.id, header]));
  return ids.flatMap(id => byId.get(id) ?? []);
}
