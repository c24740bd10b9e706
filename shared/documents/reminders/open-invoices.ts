import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { cents } from '#shared/base/kernel/money.ts';
import type { Condition, ListDefinition, PageQuery } from '#shared/documents/lists/definition.ts';
import { select } from '#shared/documents/lists/select.ts';
import type { RowChange } from '#shared/documents/lists/definition.ts';
import { loadList, readSnapshot, type WholeList } from '#shared/documents/lists/snapshot.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { REMINDED_STATUSES } from './rule.ts';

/** Query of the company's invoice list that selects all rows by conditions, without paging. */
interface Asked extends PageQuery {
  conditions: Condition<InvoiceRow>[];
}

const ROWS: ListDefinition<InvoiceRow, Asked, undefined> = {
  ...INVOICE_LIST,
  conditions: ({ conditions }) => conditions,
  sum: () => undefined,
  firstPage: () => undefined,
  count: () => Promise.reject(new Error('Rows are not counted.')),
};

const rowsWith = ({ columns, changes }: WholeList<InvoiceRow>, conditions: Condition<InvoiceRow>[]): InvoiceRow[] =>
  select(ROWS, columns, changes as RowChange<InvoiceRow>[], { page: 1, limit: columns.length + changes.length, conditions }).rows;

/**
 * The company's open invoices that fall due on the given dates, ordered by id. They are read from the snapshot of its invoice list,
 * so the cost hardly grows with the number of invoices: two round trips, and a file in S3, which a warm function has cached.
 *
 * @param minBalance a stored amount
 */
export async function openInvoices(company: CompanyId, dueDates: ReadonlySet<string>, minBalance: string): Promise<InvoiceRow[]> {
  const list = await loadList<InvoiceRow>(INVOICE_LIST, company, await readSnapshot(KINDS.invoice, company));
  const least = cents(minBalance);
  const open = rowsWith(list, [
    { field: 'dueDate', holds: date => dueDates.has(String(date)) },
    { field: 'direction', holds: direction => direction === 'outgoing' },
    { field: 'isCreditNote', holds: isCreditNote => isCreditNote === false },
    { field: 'status', holds: status => (REMINDED_STATUSES as readonly unknown[]).includes(status) },
    { field: 'selfBilled', holds: selfBilled => selfBilled !== true },
    balanceFrom(least),
  ]);
  const corrected = beingCorrected(list, open);
  return open.filter(({ id }) => !corrected.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const balanceFrom = (least: number): Condition<InvoiceRow> => ({
  test: read => {
    const balance = read.cents('balance');
    return place => balance(place) >= least;
  },
});

/**
 * Ids of the open invoices to which a draft of a credit note or negative invoice refers. One that is issued has lowered the balance, of
 * which the client is reminded.
 */
function beingCorrected(list: WholeList<InvoiceRow>, open: readonly InvoiceRow[]): ReadonlySet<string> {
  if (open.length === 0) return new Set();
  const ids = new Set(open.map(({ id }) => id));
  const referring = rowsWith(list, [
    { field: 'parentDocumentId', holds: id => ids.has(String(id)) },
    { field: 'status', holds: status => status === 'draft' },
  ]);
  return new Set(
    referring
      .filter(({ isCreditNote, total }) => isCreditNote || cents(total) < 0)
      .flatMap(({ parentDocumentId }) => (parentDocumentId === null ? [] : [parentDocumentId])),
  );
}
