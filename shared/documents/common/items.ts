import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import type { Kind } from '#shared/model/kinds.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, remove, type Write } from '#shared/platform/store/transact.ts';

/**
 * The items of a document share the beginning of their sort keys in the company's partition, so that one query reads them all:
 * `<prefix>#<id>` is the header, `…#L#<nn>` are packs of lines, `…#E#<id>` timeline entries, and `…#<letter>#<id>` further records,
 * a letter for each sort (`childItems`).
 */

/** The parts of a kind that name its items. */
export type ItemNames = Pick<Kind, 'prefix' | 'item'>;

/** An item of a document, as it is stored. */
export interface StoredItem extends Key {
  kind: ItemKind;
  data: unknown;
}

/** Sort key of a document's header; with `parts`, that of another item of the document. */
export const documentSortKey = ({ prefix }: Pick<Kind, 'prefix'>, id: string, ...parts: string[]): string =>
  [prefix, id, ...parts].join('#');

/** Key of a document's header; with `parts`, that of another item of the document. */
export const documentKey = (kind: Pick<Kind, 'prefix'>, company: CompanyId, id: string, ...parts: string[]): Key =>
  companyKey(company, documentSortKey(kind, id, ...parts));

/**
 * Records that belong to a document, one item each, and are read with it: payments, attachments and the like. Their writes are
 * separate functions below, so that the bundle of a Lambda function that only reads does not contain them.
 */
export interface ChildItems<T extends { id: string }> {
  /** `kind` of the items in the table. */
  kind: ItemKind;
  sortKey(documentId: string, id: string): string;
  key(company: CompanyId, documentId: string, id: string): Key;
  /** All records of a document, in the order of their ids. One query. */
  read(company: CompanyId, documentId: string): Promise<T[]>;
}

/**
 * Declares a sort of record that belongs to documents of a kind.
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

/** The write that creates a record; its condition fails if the record exists. */
export const createChild = <T extends { id: string }>(
  items: ChildItems<T>,
  company: CompanyId,
  documentId: string,
  data: T,
): Write => create(childItem(items, company, documentId, data));

/** The write that creates or replaces a record. */
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
