import type { Kind } from '../model/kinds.ts';
import type { CompanyId, IndexName } from '../store/table.ts';

/** What every row of a list has. */
export interface ListRow {
  id: string;
  createdAt: string;
}

/** What every query of a list may say. */
export interface PageQuery {
  page: number;
  limit: number;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Says something of the row at a place. */
export type AtPlace<T> = (place: number) => T;

/** Reads rows field by field, whether they are columns of a file or records. */
export interface RowReader<Row> {
  /** The value of a field; undefined where a row has no such field. */
  word<Field extends keyof Row & string>(field: Field): AtPlace<Row[Field] | undefined>;
  /** An amount in cents. */
  cents(field: keyof Row & string): AtPlace<number>;
}

/** What a query asks of a row. */
export type Condition<Row> =
  /** Decided by one field alone: judged once for each of its distinct values. */
  | { field: keyof Row & string; holds: (value: unknown) => boolean }
  | { anyOf: readonly Condition<Row>[] }
  /** Decided by an amount, or by several fields. */
  | { test: (read: RowReader<Row>) => AtPlace<boolean> };

/** A field that lists can be sorted by: amounts as numbers, everything else as text. */
export interface Sort<Row> {
  field: keyof Row & string;
  /** The text that a value is sorted by; the value itself unless stated. */
  key?: (value: unknown) => string;
}

/** Adds up rows. */
export interface Sum<Row, Sums> {
  /** Adds the row at a place. */
  adder(read: RowReader<Row>): AtPlace<void>;
  sums(): Sums;
}

/** How many documents there are of a query, and their sums where it asks for them. */
export interface Counted<Sums> {
  total: number;
  totals: Sums | undefined;
}

/**
 * A list of documents. Its first page comes from an index of the table and from counters; everything else from a file of columns and
 * the changes since (snapshot.ts). A kind of document defines its list and hands the definition to what reads it.
 *
 * @template Sums what `includeTotals` or the like answers
 */
export interface ListDefinition<Row extends ListRow, Query extends PageQuery, Sums> {
  /** Names the list: its items (`LIST#`, `GONE#`), its index partitions, its files, the message that has its file made. */
  kind: ListKind;
  /** The fields that are amounts: decimal strings in rows, cents in columns. */
  amounts: readonly (keyof Row & string)[];
  /** By the names that queries give them. Ties go by creation, newest first, then by id. */
  sorts: Readonly<Record<string, Sort<Row>>>;
  /** The order of the index, descending: of queries that name none, and of the file's columns. */
  defaultSort: string;
  /** What a query asks of every row. @param day today, `YYYY-MM-DD` */
  conditions(query: Query, day: string): Condition<Row>[];
  /** The sums that a query asks for; undefined where it asks for none. */
  sum(query: Query): Sum<Row, Sums> | undefined;
  /** The index partition whose first entries are what a query means, where there is one and counters know the rest. */
  firstPage(query: Query, company: CompanyId): { index: IndexName; partition: string } | undefined;
  /** What counters say of a query that has a `firstPage`. */
  count(query: Query, company: CompanyId): Promise<Counted<Sums>>;
}

/** What of a kind names its list. */
export type ListKind = Pick<Kind, 'prefix' | 'item' | 'folder'>;
