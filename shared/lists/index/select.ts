import { today } from '../../kernel/clock.ts';
import { cents } from '../../kernel/money.ts';
import { numberSortKey, rowMatches, rowOrder, searchesIn, stateMatches } from '../filter.ts';
import type { ListQuery } from '../query.ts';
import type { InvoiceRow } from '../../model/invoice-row.ts';
import { isOverdueOfCents, paymentStatusOfCents } from '../../model/amounts/payment-state.ts';
import { type Columns, rowAt, type WordField } from './columns.ts';
import { type CurrencyTotals, Totals } from './totals.ts';

/** What has become of a document since the columns were made: its row now, or nothing when it was deleted. */
export interface RowChange {
  id: string;
  row: InvoiceRow | undefined;
}

export interface Selection {
  rows: InvoiceRow[];
  total: number;
  totals: CurrencyTotals[] | undefined;
}

/**
 * One page of what a query means, out of columns (in the order of `rowOrder({})`) and the changes since. Pure; answers what
 * filtering, sorting and cutting all rows one by one would.
 */
export function select(columns: Columns, changes: readonly RowChange[], query: ListQuery, day: string = today()): Selection {
  const changed = changes.flatMap(({ row }) => (row && rowMatches(row, query, day) ? [row] : [])).sort(rowOrder(query));
  const kept = inOrder(columns, placesOf(columns, changes, query, day), query);
  return {
    rows: pageOf(columns, kept, changed, query),
    total: kept.length + changed.length,
    totals: query.includeTotals ? totalsOf(columns, kept, changed) : undefined,
  };
}

/** The places of the rows that the query means and that no change has replaced, in the order of the columns. */
function placesOf(columns: Columns, changes: readonly RowChange[], query: ListQuery, day: string): Uint32Array {
  const replaced = new Set(changes.map(({ id }) => id));
  const tests = testsOf(columns, query, day);
  if (replaced.size > 0) tests.unshift(wordTest(columns, 'id', id => !replaced.has(id as string)));
  const places = new Uint32Array(columns.length);
  let count = 0;
  for (let place = 0; place < columns.length; place++) {
    if (tests.every(test => test(place))) places[count++] = place;
  }
  return places.subarray(0, count);
}

type Test = (place: number) => boolean;

/** A test of a column by its distinct values, each judged once. */
function wordTest({ words }: Columns, field: WordField, judge: (value: unknown) => boolean): Test {
  const column = words[field];
  if (!column) return () => judge(null);
  const { codes, values } = column;
  const verdicts = Uint8Array.from(values, value => (judge(value) ? 1 : 0));
  return place => verdicts[codes[place] ?? 0] === 1;
}

function testsOf(columns: Columns, query: ListQuery, day: string): Test[] {
  const { amounts } = columns;
  const tests: Test[] = [];
  const equal = (field: WordField, wanted: string | boolean | undefined): void => {
    if (wanted !== undefined) tests.push(wordTest(columns, field, value => value === wanted));
  };
  equal('direction', query.direction);
  equal('isCreditNote', query.isCreditNote);
  equal('currency', query.currency);
  equal('clientId', query.clientId);
  equal('supplierId', query.supplierId);
  equal('parentDocumentId', query.parentDocumentId);
  equal('taxauthStatus', query.taxauthStatus);
  const { from, to } = query;
  if (from !== undefined || to !== undefined) {
    tests.push(
      wordTest(
        columns,
        'issueDate',
        date => (from === undefined || String(date) >= from) && (to === undefined || String(date) <= to),
      ),
    );
  }
  if (query.totalMin !== undefined) tests.push(place => (amounts.total[place] ?? 0) >= Number(query.totalMin) * 100 - EPSILON);
  if (query.totalMax !== undefined) tests.push(place => (amounts.total[place] ?? 0) <= Number(query.totalMax) * 100 + EPSILON);
  if (query.status !== undefined || query.isPaid !== undefined || query.isOverdue !== undefined) {
    tests.push(stateTest(columns, query, day));
  }
  if (query.search) {
    const found = searchesIn(query.search).map(({ field, has }) =>
      wordTest(columns, field, value => has(value as string | null)),
    );
    tests.push(place => found.some(test => test(place)));
  }
  return tests;
}

/** Bounds are decimals of any precision, totals whole cents: half a thousandth of a cent is neither. */
const EPSILON = 1e-5;

function stateTest({ amounts, words }: Columns, query: ListQuery, day: string): Test {
  const { payable } = words;
  const owedAt = (place: number): number => {
    const stated = payable?.values[payable.codes[place] ?? 0] as string | null | undefined;
    return stated == null ? (amounts.total[place] ?? 0) : cents(stated);
  };
  return place => {
    const status = words.status.values[words.status.codes[place] ?? 0] as InvoiceRow['status'];
    const due = words.dueDate.values[words.dueDate.codes[place] ?? 0] as string | null;
    return stateMatches(query, {
      status,
      payment: () => paymentStatusOfCents(status, owedAt(place), amounts.amountPaid[place] ?? 0),
      overdue: () => isOverdueOfCents(status, due, amounts.balance[place] ?? 0, day),
    });
  };
}

/** The places in the order of the query; columns already lie in the order that lists have by default. */
function inOrder(columns: Columns, places: Uint32Array, { sort = 'issueDate', order = 'desc' }: ListQuery): Uint32Array {
  if (places.length === 0 || (sort === 'issueDate' && order === 'desc')) return places;
  const ranks = ranksOf(columns, sort, order);
  return places.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
}

type Sort = NonNullable<ListQuery['sort']>;

const ranked = new WeakMap<Columns, Map<string, Uint32Array>>();

/** For each row its place in an order, made once for the columns that a warm function keeps. */
function ranksOf(columns: Columns, sort: Sort, order: 'asc' | 'desc'): Uint32Array {
  const known = ranked.get(columns) ?? new Map<string, Uint32Array>();
  ranked.set(columns, known);
  const name = `${sort} ${order}`;
  const before = known.get(name);
  if (before) return before;
  const keys = sort === 'total' ? columns.amounts.total : wordRanks(columns, sort);
  const created = wordRanks(columns, 'createdAt');
  const ids = wordRanks(columns, 'id');
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

/** For each row the rank of its value among the column's values. */
function wordRanks({ words }: Columns, field: 'issueDate' | 'dueDate' | 'createdAt' | 'number' | 'id'): Uint32Array {
  const { codes, values } = words[field];
  const keys = values.map(value => (field === 'number' ? numberSortKey(String(value)) : String(value ?? '')));
  const sorted = [...new Set(keys)].sort();
  const rankOf = new Map(sorted.map((key, rank) => [key, rank]));
  return codes.map(code => rankOf.get(keys[code] ?? '') ?? 0);
}

/** The page out of two ordered lists: places of the columns, and changed rows. */
function pageOf(columns: Columns, kept: Uint32Array, changed: readonly InvoiceRow[], query: ListQuery): InvoiceRow[] {
  const start = (query.page - 1) * query.limit;
  const end = Math.min(start + query.limit, kept.length + changed.length);
  // Where each changed row stands in the whole.
  const stands = new Map(changed.map((row, place) => [lowerBound(columns, kept, row, query) + place, row]));
  let passed = [...stands.keys()].filter(place => place < start).length;
  const rows: InvoiceRow[] = [];
  for (let place = start; place < end; place++) {
    const row = stands.get(place);
    if (row) passed += 1;
    rows.push(row ?? rowAt(columns, kept[place - passed] ?? 0));
  }
  return rows;
}

/** How many of the kept rows come before a row. */
function lowerBound(columns: Columns, kept: Uint32Array, row: InvoiceRow, query: ListQuery): number {
  const order = rowOrder(query);
  let [low, high] = [0, kept.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(rowAt(columns, kept[middle] ?? 0), row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function totalsOf({ amounts, words }: Columns, kept: Uint32Array, changed: readonly InvoiceRow[]): CurrencyTotals[] {
  const totals = new Totals();
  const { currency, direction, status, selfBilled } = words;
  for (const place of kept) {
    totals.add({
      currency: currency.values[currency.codes[place] ?? 0] as string,
      direction: direction.values[direction.codes[place] ?? 0] as InvoiceRow['direction'],
      status: status.values[status.codes[place] ?? 0] as InvoiceRow['status'],
      subtotal: amounts.subtotal[place] ?? 0,
      vatTotal: amounts.vatTotal[place] ?? 0,
      total: amounts.total[place] ?? 0,
      open: amounts.balance[place] ?? 0,
      owed: selfBilled?.values[selfBilled.codes[place] ?? 0] ? (amounts.balance[place] ?? 0) : 0,
    });
  }
  for (const row of changed) {
    const { currency: code, direction: way, status: state } = row;
    totals.add({
      currency: code,
      direction: way,
      status: state,
      subtotal: cents(row.subtotal),
      vatTotal: cents(row.vatTotal),
      total: cents(row.total),
      open: cents(row.balance),
      owed: row.selfBilled ? cents(row.balance) : 0,
    });
  }
  return totals.shown();
}
