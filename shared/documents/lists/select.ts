import { today } from '#shared/base/kernel/clock.ts';
import { columnReader, type Columns, rowAt, rowReader } from './columns.ts';
import type {
  AtPlace,
  Condition,
  Counted,
  ListDefinition,
  ListRow,
  PageQuery,
  RowReader,
  Sort,
  RowChange,
} from './definition.ts';
import { rowOrder, sortOf } from './order.ts';
import { codeOf, firstPlace } from './dictionary.ts';
import { orderOf } from './column-order.ts';
import { placesWithout } from './merge.ts';

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
  const kept = inOrder(list, columns, placesOf(columns, list.conditions(query, day), replaced), query);
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
  if ('equals' in condition) return row[condition.field] === condition.equals;
  if ('field' in condition) return condition.holds(row[condition.field]);
  if ('anyOf' in condition) return condition.anyOf.some(one => rowMeets(row, one));
  if ('allOf' in condition) return condition.allOf.every(one => rowMeets(row, one));
  return condition.test(rowReader(row))(0);
}

/** The indexes of the rows that meet all conditions, without those of some ids, in the order of the columns. */
function placesOf<Row>(columns: Columns, conditions: readonly Condition<Row>[], without: ReadonlySet<string>): Uint32Array {
  const read = columnReader<Row>(columns);
  const tests = conditions.map(condition => testOf(columns, read, condition));
  const rest = placesWithout(columns, without);
  return tests.length === 0 ? rest : rest.filter(place => tests.every(test => test(place)));
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
  if ('equals' in condition) {
    const code = column && codeOf(column.values, condition.equals);
    return code === undefined ? () => false : place => column?.codes[place] === code;
  }
  if (!column) return () => condition.holds(undefined);
  const { codes, values } = column;
  const verdicts = Uint8Array.from({ length: values.length }, (_, code) => (condition.holds(values.at(code)) ? 1 : 0));
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
  const isWanted = new Uint8Array(columns.length);
  for (const place of places) isWanted[place] = 1;
  return orderKept(columns, by, order).filter(place => isWanted[place] === 1);
}

const orders = new WeakMap<Columns, Map<string, Uint32Array>>();

/** `orderOf`, kept with the columns that a warm Lambda function holds. */
function orderKept<Row extends ListRow>(columns: Columns, by: Sort<Row>, order: 'asc' | 'desc'): Uint32Array {
  const known = orders.get(columns) ?? new Map<string, Uint32Array>();
  orders.set(columns, known);
  const name = `${by.field} ${order}`;
  const places = known.get(name) ?? orderOf(columns, by, order);
  known.set(name, places);
  return places;
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
  const compared = [sortOf(list, query).by.field, 'createdAt', 'id'];
  const countBefore = (row: Row): number =>
    firstPlace(kept.length, place => order(rowAt(columns, kept[place] ?? 0, compared), row) >= 0);
  // The position of each changed row in the merged list.
  const changedAt = new Map(changed.map((row, place) => [countBefore(row) + place, row]));
  let passed = [...changedAt.keys()].filter(place => place < start).length;
  const rows: Row[] = [];
  for (let place = start; place < end; place++) {
    const row = changedAt.get(place);
    if (row) passed += 1;
    rows.push(row ?? rowAt(columns, kept[place - passed] ?? 0));
  }
  return rows;
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
