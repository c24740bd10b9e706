import { readInvoiceList, selectFrom } from '#shared/documents/invoices/list/whole.ts';
import { counts, roleOf } from '#shared/documents/invoices/list/sums.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import type { Condition } from '#shared/documents/lists/definition.ts';
import { daysOf, isIn, latestFirst, type Period, type Sale, saleOf } from '#shared/model/fiscal/sales.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** The documents of the period whose lines are read for the products: the latest ones (REP-60). */
export const DOCUMENTS_WITH_LINES = 300;
const READ_AT_ONCE = 50;

export interface ReadSales {
  sales: Sale[];
  /** The latest documents of the period with their lines, latest first. */
  detailed: InvoiceDocument[];
}

/**
 * The sales of a period and of the years that the report compares. Two round trips for the list, whose cost hardly grows with the number of
 * documents, and a query for each document whose lines are read, 50 at once.
 */
export async function readSales(company: CompanyId, period: Period): Promise<ReadSales> {
  const { rows } = selectFrom(await readInvoiceList(company), { conditions: salesOf(daysOf(period)) });
  const sales = rows.flatMap(row => saleOf(row) ?? []);
  const latest = latestFirst(sales.filter(({ row }) => isIn(period, row))).slice(0, DOCUMENTS_WITH_LINES);
  return {
    sales,
    detailed: await readDocuments(
      company,
      latest.map(({ row }) => row.id),
    ),
  };
}

/** Sales that count, issued on the days (REP-4, TAX-54). */
const salesOf = ({ dateFrom, dateTo }: Period): Condition<InvoiceRow>[] => [
  { field: 'issueDate', holds: date => String(date) >= dateFrom && String(date) <= dateTo },
  {
    test: read => {
      const [status, taxauthStatus] = [read.word('status'), read.word('taxauthStatus')];
      const [direction, selfBilled] = [read.word('direction'), read.word('selfBilled')];
      return place => {
        const current = status(place) ?? 'draft';
        if (current === 'draft' || !counts(current, taxauthStatus(place))) return false;
        return roleOf(direction(place) ?? 'outgoing', Boolean(selfBilled(place))) === 'sale';
      };
    },
  },
];

async function readDocuments(company: CompanyId, ids: readonly string[]): Promise<InvoiceDocument[]> {
  const documents: InvoiceDocument[] = [];
  for (let first = 0; first < ids.length; first += READ_AT_ONCE) {
    const read = await Promise.all(ids.slice(first, first + READ_AT_ONCE).map(id => readInvoice(company, id)));
    documents.push(...read.flatMap(stored => (stored ? [stored.document] : [])));
  }
  return documents;
}
