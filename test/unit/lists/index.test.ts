import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { listQuery, type ListQuery } from '#shared/documents/invoices/list/query.ts';
import { decodeColumns, encodeColumns } from '#shared/documents/lists/column-file.ts';
import { type Columns, columnsOf as columnsFrom, rowAt } from '#shared/documents/lists/columns.ts';
import { merged } from '#shared/documents/lists/merge.ts';
import { rowOrder } from '#shared/documents/lists/order.ts';
import type { RowChange } from '#shared/documents/lists/definition.ts';
import { rowMatches, select } from '#shared/documents/lists/select.ts';
import { type InvoiceRow, rowOf } from '#shared/model/invoice-row.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { seededInvoices } from '../../support/lists/invoice-list.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { generated } from '../../support/effort.ts';

const CLIENTS = [newId(), newId(), newId()];
/** In some rows the paid amount is the whole amount to pay: the rest of the total was prepaid. */
const rows = seededInvoices(400, companyScope(newId()), CLIENTS, newId())
  .map((invoice, place) => (place % 5 === 0 ? { ...invoice, orderNumber: place % 10 === 0 ? '4711' : '47' } : invoice))
  .map((invoice, place) => (place % 3 === 0 ? { ...invoice, metadata: { shop: 'ro', lot: String(place % 2) } } : invoice))
  .map(rowOf)
  .map((row, place) => (place % 7 === 0 ? { ...row, payable: row.amountPaid } : row))
  .map((row, place) => (place % 11 === 0 ? { ...row, selfBilled: true } : row));
const DAY = '2026-11-21';
const columnsOf = (all: readonly InvoiceRow[]): Columns => columnsFrom(all, INVOICE_LIST.amounts);

/** Some rows are in the file, some have changed since, some were deleted since, some are new. The first of the changes are merged into it. */
const anySplit = fc
  .tuple(
    fc.array(fc.constantFrom('kept', 'kept', 'kept', 'changed', 'deleted', 'new'), {
      minLength: rows.length,
      maxLength: rows.length,
    }),
    fc.nat(rows.length),
  )
  .map(([fates, first]) => {
    const filed = rows.flatMap((row, place) =>
      fates[place] === 'new' ? [] : [fates[place] === 'changed' ? { ...row, total: '1.00', status: 'issued' as const } : row],
    );
    const changes = rows.flatMap((row, place): RowChange<InvoiceRow>[] =>
      fates[place] === 'kept' ? [] : [{ id: row.id, row: fates[place] === 'deleted' ? undefined : row }],
    );
    const file = encodeColumns(merged(INVOICE_LIST, columnsOf(filed.sort(rowOrder(INVOICE_LIST, {}))), changes.slice(0, first)));
    return {
      columns: decodeColumns(file) as Columns,
      changes: changes.slice(first),
      current: rows.filter((_, place) => fates[place] !== 'deleted'),
    };
  });

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 2 });
const anyQuery: fc.Arbitrary<ListQuery> = fc
  .record({
    page: fc.integer({ min: 1, max: 30 }),
    limit: fc.integer({ min: 1, max: 100 }),
    sort: maybe(fc.constantFrom('issueDate', 'number', 'total', 'dueDate', 'createdAt')),
    order: maybe(fc.constantFrom('asc', 'desc')),
    status: maybe(fc.constantFrom('draft', 'issued,validated', 'overdue', 'paid', 'partially_paid,cancelled')),
    direction: maybe(fc.constantFrom('incoming', 'outgoing')),
    currency: maybe(fc.constantFrom('RON', 'EUR')),
    taxauthStatus: fc.option(fc.constantFrom('validated', 'error'), { nil: undefined, freq: 5 }),
    clientId: maybe(fc.constantFrom(...CLIENTS)),
    totalMin: maybe(fc.constantFrom('0', '99.995', '121', '-300.5')),
    totalMax: maybe(fc.constantFrom('121', '300.001')),
    from: maybe(fc.constantFrom('2026-07-03', '2026-09-01')),
    search: maybe(fc.constantFrom('fct-1', 'ȘANTIER', 'ro384', '9')),
    orderNumber: fc.option(fc.constantFrom('4711', '47', 'x'), { nil: undefined, freq: 4 }),
    metadata: fc.option(fc.constantFrom({ shop: 'ro' }, { shop: 'ro', lot: '1' }, { lot: '9' }), { nil: undefined, freq: 4 }),
    taxauthLate: fc.option(fc.constantFrom('true', 'false'), { nil: undefined, freq: 4 }),
    taxauthDeadlineBefore: fc.option(fc.constantFrom('2026-08-10', '2026-11-20'), { nil: undefined, freq: 4 }),
    isOverdue: maybe(fc.constantFrom('true', 'false')),
    includeTotals: maybe(fc.constant('true')),
  })
  .map(({ metadata, ...query }) =>
    listQuery().parse({
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value?.toString()])),
      metadata,
    }),
  );

const byHand = (all: readonly InvoiceRow[], query: ListQuery): { rows: InvoiceRow[]; total: number } => {
  const found = all.filter(row => rowMatches(INVOICE_LIST, row, query, DAY)).sort(rowOrder(INVOICE_LIST, query));
  return { rows: found.slice((query.page - 1) * query.limit, query.page * query.limit), total: found.length };
};

describe("a company's list as columns", () => {
  it('keeps every row complete, through its file', () => {
    const columns = decodeColumns(encodeColumns(columnsOf(rows))) as Columns;
    expect(rows.map((_, place) => rowAt(columns, place))).toEqual(rows);
  });

  it('that has no file yet is sorted from the changes alone', () => {
    const changes = rows.map(row => ({ id: row.id, row }));
    const query = listQuery().parse({ sort: 'number', order: 'asc', limit: '50' });
    expect(select(INVOICE_LIST, columnsOf([]), changes, query, DAY)).toMatchObject(byHand(rows, query));
  });

  it('with the changes since returns the same as filtering, sorting and cutting every row', () => {
    fc.assert(
      fc.property(anySplit, anyQuery, ({ columns, changes, current }, query) => {
        const { rows: page, total, totals } = select(INVOICE_LIST, columns, changes, query, DAY);
        expect({ rows: page, total }).toEqual(byHand(current, query));
        const asRows = current.map(row => ({ id: row.id, row }));
        expect(totals).toEqual(select(INVOICE_LIST, columnsOf([]), asRows, query, DAY).totals);
      }),
      generated({ runs: 50, seed: 5, long: 1000 }),
    );
  });
});
