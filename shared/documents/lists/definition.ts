import type { Kind } from '#shared/model/kinds.ts';
import type { CompanyId, IndexName } from '#shared/platform/store/table.ts';

/** The fields of rows of every list. */
export interface ListRow {
  id: string;
  createdAt: string;
}

/** The query parameters of every list. */
export interface PageQuery {
  page: number;
  limit: number;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A function of the row at an index. */
export type AtPlace<T> = (place: number) => T;

/** Reads fields of rows, whether these are stored in columns or as objects. */
export interface RowReader<Row> {
  /** The value of a field; undefined if the row does not have it. */
  word<Field extends keyof Row & string>(field: Field): AtPlace<Row[Field] | undefined>;
  /** An amount in cents. */
  cents(field: keyof Row & string): AtPlace<number>;
}

/** A condition of a query on a row. */
export type Condition<Row> =
  /** Depends on one field only: `holds` is called once for each distinct value. */
  | { field: keyof Row & string; holds: (value: unknown) => boolean }
  /** A field has exactly this value. */
  | { field: keyof Row & string; equals: unknown }
  | { anyOf: readonly Condition<Row>[] }
  | { allOf: readonly Condition<Row>[] }
  /** Depends on an amount, or on several fields. */
  | { test: (read: RowReader<Row>) => AtPlace<boolean> };

/** A field by which a list can be sorted: amounts as numbers, all others as text. */
export interface Sort<Row> {
  field: keyof Row & string;
  /** The sort key of a value; default: the value as text. */
  key?: (value: unknown) => string;
}

/** Sums over rows. */
export interface Sum<Row, Sums> {
  /** Returns a function that adds the row at an index. */
  adder(read: RowReader<Row>): AtPlace<void>;
  sums(): Sums;
}

/** A document that has changed since the columns were made: its current row, or undefined when it was deleted. */
export interface RowChange<Row> {
  id: string;
  row: Row | undefined;
}

/** The number of documents that match a query, and their sums if the query asks for them. */
export interface Counted<Sums> {
  total: number;
  totals: Sums | undefined;
}

/**
 * A list of documents. Its first page is read from an index of the table and from counters; all else from a file of columns and the
 * changes since (snapshot.ts). The area that owns a kind of document exports its definition.
 *
 * @template Sums the sums in the answer, for example for `includeTotals`
 */
export interface ListDefinition<Row extends ListRow, Query extends PageQuery, Sums> {
  /** Names the list's items (`LIST#`, `GONE#`), index partitions and files, and the queue message that requests a compaction. */
  kind: ListKind;
  /** The fields that are amounts: decimal strings in rows, cents in columns. */
  amounts: readonly (keyof Row & string)[];
  /** By the value of the `sort` parameter. Equal rows are sorted by creation, newest first, then by id. */
  sorts: Readonly<Record<string, Sort<Row>>>;
  /** The default for `sort`, descending; also the order of the index and of the file's columns. */
  defaultSort: string;
  /** The conditions of a query; a row must meet all. @param day today, `YYYY-MM-DD` */
  conditions(query: Query, day: string): Condition<Row>[];
  /** The sums that a query asks for; undefined for none. */
  sum(query: Query): Sum<Row, Sums> | undefined;
  /** The index partition whose first entries answer the query, if there is one and the counters know the total; else undefined. */
  firstPage(query: Query, company: CompanyId): { index: IndexName; partition: string } | undefined;
  /** Total and sums from the counters, for a query that has a `firstPage`. */
  count(query: Query, company: CompanyId): Promise<Counted<Sums>>;
}

/** The parts of a kind that name its list. */
export type ListKind = Pick<Kind, 'prefix' | 'item' | 'folder'>;
