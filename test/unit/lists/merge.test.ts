import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeColumns } from '#shared/documents/lists/column-file.ts';
import { type Columns, columnsOf, rowAt } from '#shared/documents/lists/columns.ts';
import { withChanges } from '#shared/documents/lists/compact.ts';
import type { ListDefinition, ListRow, PageQuery } from '#shared/documents/lists/definition.ts';
import { MANY_VALUES } from '#shared/documents/lists/dictionary.ts';
import { rowOrder } from '#shared/documents/lists/order.ts';
import type { RowChange } from '#shared/documents/lists/definition.ts';
import { select } from '#shared/documents/lists/select.ts';
import { generated } from '../../support/effort.ts';

interface Row extends ListRow {
  day: string | null;
  number: string;
  total: string;
  /** Any word that JSON has, or none. */
  note?: string | number | boolean | null;
}

interface Query extends PageQuery {
  note?: unknown;
}

/** A list with every kind of column: amounts, texts with a sort key, texts that may be null, and fields that only some rows have. */
const LIST: ListDefinition<Row, Query, number> = {
  kind: { prefix: 'X', item: 'invoice', folder: 'x' },
  amounts: ['total'],
  sorts: {
    day: { field: 'day' },
    number: { field: 'number', key: value => String(value).padStart(9, '0') },
    total: { field: 'total' },
    note: { field: 'note' },
    createdAt: { field: 'createdAt' },
  },
  defaultSort: 'day',
  conditions: query => ('note' in query ? [{ field: 'note', holds: value => value === query.note }] : []),
  sum: () => {
    let sum = 0;
    return {
      adder: read => {
        const cents = read.cents('total');
        return place => void (sum += cents(place));
      },
      sums: () => sum,
    };
  },
  firstPage: () => undefined,
  count: () => Promise.reject(new Error('The list has no counters.')),
};

const NOTES = [undefined, null, true, false, 0, -7.5, '', 'null', 'ț', '\u{1F600}', '\ud83d', '\uffff'];
const anyRow = (id: string): fc.Arbitrary<Row> =>
  fc
    .record({
      createdAt: fc.integer({ min: 0, max: 3 }).map(second => `2026-01-01T00:00:00.00${second}Z`),
      day: fc.constantFrom(null, '2026-01-01', '2026-01-02', '2025-12-31'),
      number: fc.constantFrom('9', '10', '100', 'x'),
      total: fc.constantFrom('0.00', '-1.00', '9.99', '10.00', '99999999999.99', '-99999999999.99'),
      note: fc.constantFrom(...NOTES),
    })
    .map(({ note, ...row }) => ({ id, ...row, ...(note !== undefined && { note }) }));

/** Changes of few documents: new, changed, deleted and made again. */
const anyChanges: fc.Arbitrary<RowChange<Row>[]> = fc.array(
  fc.integer({ min: 10, max: 60 }).chain(number => {
    const id = `0198c0de-0000-7000-8000-0000000000${number}`;
    return fc.option(anyRow(id), { nil: undefined, freq: 4 }).map(row => ({ id, row }));
  }),
  { maxLength: 120 },
);

/** The rows after changes, in the order of the list. */
function rowsAfter(changes: readonly RowChange<Row>[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { id, row } of changes) {
    if (row) rows.set(id, row);
    else rows.delete(id);
  }
  return [...rows.values()].sort(rowOrder(LIST, {}));
}

/** Changes in pages of a size, as a query returns them. */
async function* inPages(changes: readonly RowChange<Row>[], size: number): AsyncGenerator<RowChange<Row>[]> {
  for (let start = 0; start < changes.length; start += size) yield await Promise.resolve(changes.slice(start, start + size));
}

const EMPTY = columnsOf([], LIST.amounts);

/** The columns of the file that has changes as well, and the ids of those deleted. */
async function filed(
  before: Columns,
  changes: readonly RowChange<Row>[],
  { page = 10, atOnce = 25 } = {},
): Promise<{ columns: Columns; gone: string[] }> {
  const { bytes, gone } = await withChanges(LIST, before, inPages(changes, page), atOnce);
  const columns = decodeColumns(bytes);
  if (!columns) throw new Error('The file cannot be read.');
  return { columns, gone };
}

const rowsOf = (columns: Columns): Row[] => Array.from({ length: columns.length }, (_, place) => rowAt<Row>(columns, place));

describe('The file of a list that changes are merged into', () => {
  it('has the rows after all changes, in the order of the list, however these are split, also when some are read twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyChanges,
        fc.nat(120),
        fc.nat(30),
        fc.record({ page: fc.integer({ min: 1, max: 40 }), atOnce: fc.integer({ min: 1, max: 150 }) }),
        async (changes, split, again, sizes) => {
          const first = await filed(EMPTY, changes.slice(0, split), sizes);
          // The day before the file is read again: of each document only its last change is still in the index.
          const { columns, gone } = await filed(first.columns, changes.slice(Math.max(0, split - again)), sizes);
          expect(rowsOf(columns)).toEqual(rowsAfter(changes));
          const listed = new Set(rowsOf(columns).map(({ id }) => id));
          expect(gone.filter(id => listed.has(id))).toEqual([]);
        },
      ),
      generated({ runs: 30, seed: 33, long: 2000 }),
    );
  });

  it('has each filter, sort, page and sum that the rows have', async () => {
    const anySort = fc.constantFrom(...Object.keys(LIST.sorts));
    const anyQuery = fc.record(
      {
        page: fc.integer({ min: 1, max: 4 }),
        limit: fc.integer({ min: 1, max: 30 }),
        sort: anySort,
        order: fc.constantFrom('asc' as const, 'desc' as const),
        note: fc.constantFrom(...NOTES),
      },
      { requiredKeys: ['page', 'limit'] },
    );
    await fc.assert(
      fc.asyncProperty(anyChanges, fc.nat(120), fc.nat(120), anyQuery, async (changes, split, since, query) => {
        const first = await filed(EMPTY, changes.slice(0, split));
        const { columns } = await filed(first.columns, changes.slice(split, split + since));
        const later = new Map(changes.slice(split + since).map(change => [change.id, change]));
        const found = rowsAfter(changes)
          .filter(row => !('note' in query) || row.note === query.note)
          .sort(rowOrder(LIST, query));
        expect(select(LIST, columns, [...later.values()], query, '2026-01-01')).toEqual({
          rows: found.slice((query.page - 1) * query.limit, query.page * query.limit),
          total: found.length,
          totals: found.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0),
        });
      }),
      generated({ runs: 30, seed: 34, long: 2000 }),
    );
  });

  it('has them as well when ids, instants and texts are so many that they are kept as bytes', async () => {
    const made = (place: number, note: string): Row => ({
      id: `0198c0de-0000-7000-8000-${String((place * 7919) % 1_000_003).padStart(12, '0')}`,
      createdAt: new Date(1_700_000_000_000 + place * 997).toISOString(),
      day: `2026-01-${String(1 + (place % 28)).padStart(2, '0')}`,
      number: `${place}`,
      total: `${place % 977}.25`,
      note: `${note} ${place % 2 === 0 ? 'Ștefănești' : '漢字'} ${place}`,
    });
    const first = Array.from({ length: MANY_VALUES + 500 }, (_, place) => made(place, 'first'));
    const changes = [
      ...first.map(row => ({ id: row.id, row })),
      ...first.slice(100, 130).map(({ id }) => ({ id, row: undefined })),
      ...first.slice(130, 400).map((row, place) => ({ id: row.id, row: made(place + 130, 'changed') })),
      ...Array.from({ length: 300 }, (_, place) => made(MANY_VALUES + 500 + place, 'new')).map(row => ({ id: row.id, row })),
    ];
    const before = await filed(EMPTY, changes.slice(0, first.length), { page: 900, atOnce: 4000 });
    const { columns } = await filed(before.columns, changes.slice(first.length), { page: 100, atOnce: 250 });
    const rows = rowsAfter(changes);
    expect(rowsOf(columns)).toEqual(rows);
    for (const sort of Object.keys(LIST.sorts)) {
      for (const order of ['asc', 'desc'] as const) {
        const query = { page: 7, limit: 100, sort, order };
        expect(select(LIST, columns, [], query).rows).toEqual(rows.toSorted(rowOrder(LIST, query)).slice(600, 700));
      }
    }
  });
});
