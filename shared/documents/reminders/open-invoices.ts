import { unsentDeadlines } from '#shared/documents/invoices/list/filter.ts';
import { type InvoiceList, selectFrom } from '#shared/documents/invoices/list/whole.ts';
import { paddedNumber } from '#shared/documents/lists/text-search.ts';
import { cents } from '#shared/base/kernel/money.ts';
import type { Condition } from '#shared/documents/lists/definition.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { REMINDED_STATUSES } from './rule.ts';

/** What the daily runs of a company select from its list of invoices. Pure. */

const rowsWith = (list: InvoiceList, conditions: Condition<InvoiceRow>[]): InvoiceRow[] => selectFrom(list, { conditions }).rows;

/** The documents that have still to be sent to the tax authority, and by exactly that day; ordered by number. */
export const unsentInvoices = (list: InvoiceList, deadline: string): InvoiceRow[] =>
  rowsWith(list, [
    {
      test: read => {
        const deadlineAt = unsentDeadlines(read);
        return place => deadlineAt(place) === deadline;
      },
    },
  ]).sort((a, b) => (paddedNumber(a.number) < paddedNumber(b.number) ? -1 : 1));

/**
 * The company's open invoices that fall due on the given dates, ordered by id.
 *
 * @param minBalance a stored amount
 */
export function openInvoices(list: InvoiceList, dueDates: ReadonlySet<string>, minBalance: string): InvoiceRow[] {
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
function beingCorrected(list: InvoiceList, open: readonly InvoiceRow[]): ReadonlySet<string> {
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
