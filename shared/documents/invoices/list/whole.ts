import type { Condition, ListDefinition, PageQuery, RowChange, Sum } from '#shared/documents/lists/definition.ts';
import { type Selection, select } from '#shared/documents/lists/select.ts';
import { loadList, readSnapshot, type WholeList } from '#shared/documents/lists/snapshot.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { INVOICE_LIST } from './definition.ts';

/** A company's whole list of invoices, for runs and overviews that select from it by conditions of their own. */
export type InvoiceList = WholeList<InvoiceRow>;

/** What is selected from a list: rows, ordered by their dates of issue, and a sum of all that match. */
interface Asked<Sums> {
  conditions: readonly Condition<InvoiceRow>[];
  /** The most rows; all of them by default. Those of the first dates come first. */
  limit?: number;
  sum?: Sum<InvoiceRow, Sums>;
}

/**
 * The company's invoice list, from its snapshot, so the cost hardly grows with the number of invoices: two round trips, and a file in S3,
 * which a warm function has cached.
 */
export const readInvoiceList = async (company: CompanyId): Promise<InvoiceList> =>
  loadList<InvoiceRow>(INVOICE_LIST, company, await readSnapshot(KINDS.invoice, company));

type Query<Sums> = PageQuery & Asked<Sums>;

/** The rows of a list that meet all conditions. Pure. */
export function selectFrom<Sums = undefined>({ columns, changes }: InvoiceList, asked: Asked<Sums>): Selection<InvoiceRow, Sums> {
  const list: ListDefinition<InvoiceRow, Query<Sums>, Sums> = {
    ...INVOICE_LIST,
    conditions: ({ conditions }) => [...conditions],
    sum: ({ sum }) => sum,
    firstPage: () => undefined,
    count: () => Promise.reject(new Error('Rows are not counted.')),
  };
  const query = { sort: 'issueDate', order: 'asc' as const, page: 1, limit: columns.length + changes.length, ...asked };
  return select(list, columns, changes as RowChange<InvoiceRow>[], query);
}
