import { indexOfList } from '#shared/documents/common/list-partitions.ts';
import type { ListDefinition } from '#shared/documents/lists/definition.ts';
import { paddedNumber } from '#shared/documents/lists/text-search.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { type InvoiceCount, readInvoiceCounts } from './counters.ts';
import { conditionsOf, countMatches, isCountable } from './filter.ts';
import type { ListQuery } from './query.ts';
import { CurrencySums, type CurrencyTotals } from './sums.ts';

/**
 * The list of invoices and credit notes (INV-68 to INV-73). The first page of all documents, or of all drafts, is read from an index,
 * and its total from counters.
 */
export const INVOICE_LIST: ListDefinition<InvoiceRow, ListQuery, CurrencyTotals[]> = {
  kind: KINDS.invoice,
  amounts: ['subtotal', 'vatTotal', 'total', 'amountPaid', 'balance'],
  sorts: {
    issueDate: { field: 'issueDate' },
    dueDate: { field: 'dueDate' },
    createdAt: { field: 'createdAt' },
    number: { field: 'number', key: value => paddedNumber(String(value)) },
    total: { field: 'total' },
  },
  defaultSort: 'issueDate',
  conditions: conditionsOf,
  sum: ({ includeTotals }) => (includeTotals ? new CurrencySums() : undefined),
  firstPage: (query, company) => (isFirstPage(query) ? indexOfList(KINDS.invoice, company, query.status) : undefined),
  count: async (query, company) => {
    const matching = (await readInvoiceCounts(company)).filter(count => countMatches(count, query));
    return {
      total: matching.reduce((sum, { count }) => sum + count, 0),
      totals: query.includeTotals ? sumsOf(matching) : undefined,
    };
  },
};

/** Whether the result is the start of a list that has no filter but the status, by date of issue. */
const isFirstPage = (query: ListQuery): boolean =>
  query.page === 1 &&
  (query.sort ?? 'issueDate') === 'issueDate' &&
  query.order !== 'asc' &&
  isCountable(query) &&
  [query.direction, query.isCreditNote, query.currency, query.from, query.to].every(filter => filter === undefined);

function sumsOf(counts: readonly InvoiceCount[]): CurrencyTotals[] {
  const sums = new CurrencySums();
  for (const { currency, amounts: roles } of counts) for (const { role, amounts } of roles) sums.add(currency, role, amounts);
  return sums.sums();
}
