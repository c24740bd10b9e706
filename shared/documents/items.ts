import type { ItemKind } from '../vocabulary/item-kinds.ts';
import type { Kind } from '../model/kinds.ts';
import { queryItems } from '../store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '../store/table.ts';
import { create, put, remove, type Write } from '../store/transact.ts';

/**
 * Items of one document, side by side in its company's partition, so that one query reads it whole: `<prefix>#<id>` its header,
 * `…#L#<nn>` its lines, packed, `…#E#<id>` its timeline, and what areas keep beside it, each under a letter of its own (`childItems`).
 */

/** What every kind needs for the keys of its items. */
export type ItemNames = Pick<Kind, 'prefix' | 'item'>;

/** An item of a document, as it is stored. */
export interface StoredItem extends Key {
  kind: ItemKind;
  data: unknown;
}

/** Sort key of a document's header, or with more parts that of an item beside it. */
export const documentSortKey = ({ prefix }: Pick<Kind, 'prefix'>, id: string, ...parts: string[]): string =>
  [prefix, id, ...parts].join('#');

/** Key of a document's header, or with more parts that of an item beside it. */
export const documentKey = (kind: Pick<Kind, 'prefix'>, company: CompanyId, id: string, ...parts: string[]): Key =>
  companyKey(company, documentSortKey(kind, id, ...parts));

/**
 * Records that an area keeps beside documents, one item each: they are read with the document. Their writes are functions of their own
 * below, so that the bundle of a function that only reads them holds none.
 */
export interface ChildItems<T extends { id: string }> {
  /** `kind` of the items in the table. */
  kind: ItemKind;
  sortKey(documentId: string, id: string): string;
  key(company: CompanyId, documentId: string, id: string): Key;
  /** All of a document, in the order of their ids. One query. */
  read(company: CompanyId, documentId: string): Promise<T[]>;
}

/**
 * Declares records beside documents of a kind.
 *
 * @param kind `kind` of the items in the table
 * @param letter of their sort keys: `<prefix>#<document>#<letter>#<id>`; one for each sort of record
 */
export function childItems<T extends { id: string }>(of: Pick<Kind, 'prefix'>, kind: ItemKind, letter: string): ChildItems<T> {
  const sortKey = (documentId: string, id: string): string => documentSortKey(of, documentId, letter, id);
  return {
    kind,
    sortKey,
    key: (company, documentId, id) => companyKey(company, sortKey(documentId, id)),
    read: async (company, documentId) => {
      const found = await queryItems<Item & { data: T }>({
        partition: companyPartition(company),
        beginsWith: documentSortKey(of, documentId, letter, ''),
      });
      return found.map(({ data }) => data);
    },
  };
}

const childItem = <T extends { id: string }>({ kind, key }: ChildItems<T>, company: CompanyId, documentId: string, data: T) => ({
  ...key(company, documentId, data.id),
  kind,
  data,
});

/** The write of a record that must not be there yet. */
export const createChild = <T extends { id: string }>(
  items: ChildItems<T>,
  company: CompanyId,
  documentId: string,
  data: T,
): Write => create(childItem(items, company, documentId, data));

/** The write of a record, whether it is there or not. */
export const putChild = <T extends { id: string }>(
  items: ChildItems<T>,
  company: CompanyId,
  documentId: string,
  data: T,
): Write => put(childItem(items, company, documentId, data));

/** The write that removes a record. */
export const removeChild = <T extends { id: string }>(
  items: ChildItems<T>,
  company: CompanyId,
  documentId: string,
  id: string,
): Write => remove(items.key(company, documentId, id));
