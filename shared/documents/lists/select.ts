import { today } from '#shared/base/kernel/clock.ts';
import { columnReader, type Columns, rowAt, rowReader } from './columns.ts';
import type { AtPlace, Condition, Counted, ListDefinition, ListRow, PageQuery, RowReader, Sort } from './definition.ts';
import { rowOrder, sortKey, sortOf } from './order.ts';

/** A document that has changed since the columns were made: its current row, or undefined when it was deleted. */
export interface RowChange<Row> {
  id: string;
  row: Row | undefined;
}

/** A page of a list. */
export interface Selection<Row, Sums> extends Counted<Sums> {
  rows: Row[];
}

/**
 * The page of a query, computed from columns (in the list's default order) and the changes since. The result is the same as that of
 * filtering, sorting and slicing all current rows. Pure.
 */
export function select<Row extends ListRow, Query extends PageQuery, Sums>(
  list: ListDefinition<Row, Query, Sums>,
  columns: Columns,
  changes: readonly RowChange<Row>[],
  query: Query,
  day: string = today(),
): Selection<Row, Sums> {
  const changed = changes
    .flatMap(({ row }) => (row && rowMatches(list, row, query, day) ? [row] : []))
    .sort(rowOrder(list, query));
  const replaced = new Set(changes.map(({ id }) => id));
  const conditions: Condition<Row>[] = list.conditions(query, day);
  if (replaced.size > 0) conditions.unshift({ field: 'id', holds: id => !replaced.has(id as string) });
  const kept = inOrder(list, columns, placesOf(columns, conditions), query);
  return {
    rows: pageOf(list, columns, kept, changed, query),
    total: kept.length + changed.length,
    totals: sumOf(list, columns, kept, changed, query),
  };
}

/** Whether a row matches a query. */
export const rowMatches = <Row extends ListRow, Query extends PageQuery>(
  list: Pick<ListDefinition<Row, Query, unknown>, 'conditions'>,
  row: Row,
  query: Query,
  day: string = today(),
): boolean => list.conditions(query, day).every(condition => rowMeets(row, condition));

function rowMeets<Row>(row: Row, condition: Condition<Row>): boolean {
  if ('field' in condition) return condition.holds(row[condition.field]);
  if ('anyOf' in condition) return condition.anyOf.some(one => rowMeets(row, one));
  if ('allOf' in condition) return condition.allOf.every(one => rowMeets(row, one));
  return condition.test(rowReader(row))(0);
}

/** The indexes of the rows that meet all conditions, in the order of the columns. */
function placesOf<Row>(columns: Columns, conditions: readonly Condition<Row>[]): Uint32Array {
  const read = columnReader<Row>(columns);
  const tests = conditions.map(condition => testOf(columns, read, condition));
  const places = new Uint32Array(columns.length);
  let count = 0;
  for (let place = 0; place < columns.length; place++) {
    if (tests.every(test => test(place))) places[count++] = place;
  }
  return places.subarray(0, count);
}

function testOf<Row>(columns: Columns, read: RowReader<Row>, condition: Condition<Row>): AtPlace<boolean> {
  if ('test' in condition) return condition.test(read);
  if ('anyOf' in condition) {
    const tests = condition.anyOf.map(one => testOf(columns, read, one));
    return place => tests.some(test => test(place));
  }
  if ('allOf' in condition) {
    const tests = condition.allOf.map(one => testOf(columns, read, one));
    return place => tests.every(test => test(place));
  }
  const column = columns.words[condition.field];
  if (!column) return () => condition.holds(undefined);
  const { codes, values } = column;
  const verdicts = Uint8Array.from(values, value => (condition.holds(value) ? 1 : 0));
  return place => verdicts[codes[place] ?? 0] === 1;
}

/** Sorts indexes in the order of the query; columns are already in the default order of the list. */
function inOrder<Row extends ListRow, Query extends PageQuery>(
  list: ListDefinition<Row, Query, unknown>,
  columns: Columns,
  places: Uint32Array,
  query: Query,
): Uint32Array {
  const { by, order, isDefault } = sortOf(list, query);
  if (places.length === 0 || isDefault) return places;
  const ranks = ranksOf(columns, by, order);
  return places.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
}

const ranked = new WeakMap<Columns, Map<string, Uint32Array>>();

/** For each row, its position in an order; cached with the columns that a warm Lambda function holds. */
function ranksOf<Row extends ListRow>(columns: Columns, by: Sort<Row>, order: 'asc' | 'desc'): Uint32Array {
  const known = ranked.get(columns) ?? new Map<string, Uint32Array>();
  ranked.set(columns, known);
  const name = `${by.field} ${order}`;
  const before = known.get(name);
  if (before) return before;
  const keys = columns.amounts[by.field] ?? wordRanks(columns, by);
  const created = wordRanks<ListRow>(columns, { field: 'createdAt' });
  const ids = wordRanks<ListRow>(columns, { field: 'id' });
  const at = (column: ArrayLike<number>, place: number): number => column[place] ?? 0;
  const sign = order === 'asc' ? 1 : -1;
  const places = Uint32Array.from({ length: columns.length }, (_, place) => place).sort(
    (a, b) => sign * (at(keys, a) - at(keys, b)) || at(created, b) - at(created, a) || at(ids, b) - at(ids, a),
  );
  const ranks = new Uint32Array(columns.length);
  places.forEach((place, rank) => (ranks[place] = rank));
  known.set(name, ranks);
  return ranks;
}

/** For each row, the rank of its value among the distinct values of the column. */
function wordRanks<Row>({ words, length }: Columns, by: Sort<Row>): Uint32Array {
  const column = words[by.field];
  if (!column) return new Uint32Array(length);
  const keys = column.values.map(value => sortKey(by, value));
  const sorted = [...new Set(keys)].sort();
  const rankOf = new Map(sorted.map((key, rank) => [key, rank]));
  return column.codes.map(code => rankOf.get(keys[code] ?? '') ?? 0);
}

/** The page of the merge of two sorted lists: indexes into the columns, and changed rows. */
function pageOf<Row extends ListRow, Query extends PageQuery>(
  list: ListDefinition<Row, Query, unknown>,
  columns: Columns,
  kept: Uint32Array,
  changed: readonly Row[],
  query: Query,
): Row[] {
  const start = (query.page - 1) * query.limit;
  const end = Math.min(start + query.limit, kept.length + changed.length);
  const order = rowOrder(list, query);
  // The position of each changed row in the merged list.
  const changedAt = new Map(changed.map((row, place) => [countBefore(columns, kept, row, order) + place, row]));
  let passed = [...changedAt.keys()].filter(place => place < start).length;
  const rows: Row[] = [];
  for (let place = start; place < end; place++) {
    const row = changedAt.get(place);
    if (row) passed += 1;
    rows.push(row ?? rowAt(columns, kept[place - passed] ?? 0));
  }
  return rows;
}

/** How many of the kept rows precede a row: binary search. */
function countBefore<Row>(columns: Columns, kept: Uint32Array, row: Row, order: (a: Row, b: Row) => number): number {
  let [low, high] = [0, kept.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(rowAt(columns, kept[middle] ?? 0), row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sumOf<Row extends ListRow, Query extends PageQuery, Sums>(
  list: ListDefinition<Row, Query, Sums>,
  columns: Columns,
  kept: Uint32Array,
  changed: readonly Row[],
  query: Query,
): Sums | undefined {
  const sum = list.sum(query);
  if (!sum) return undefined;
  const add = sum.adder(columnReader(columns));
  for (const place of kept) add(place);
  for (const row of changed) sum.adder(rowReader(row))(0);
  return sum.sums();
}
