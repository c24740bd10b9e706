import { amount, type Big, cents, decimal, round2, sum } from '#shared/base/kernel/money.ts';
import { monthOf, monthsOf } from '#shared/base/kernel/dates.ts';
import { fiscalCentsOfRow, fiscalOfRow } from '../amounts/fiscal-fields.ts';
import { owedOf } from '../amounts/owed.ts';
import { lineRate } from '../amounts/lei.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { InvoiceRow } from '../invoice-row.ts';
import { isNotInBase } from '../vat/not-in-base.ts';

/** The sales of a period (REP-10, REP-11, REP-59, REP-60). All amounts are in lei, in cents. Pure. */

export interface Period {
  /** `YYYY-MM-DD`, both included. */
  dateFrom: string;
  dateTo: string;
}

export interface Amounts {
  subtotal: number;
  vatTotal: number;
  total: number;
}

/** A document with its amounts in lei; a credit note has negative ones. */
export interface Sale {
  row: InvoiceRow;
  invoiced: Amounts;
  /** What is paid of it, whenever it was. */
  collected: Amounts;
  outstanding: Amounts;
}

/**
 * A document with its amounts in lei: those of the e-invoice, a foreign document at its own rate and lines that settle an advance at the
 * advance's (TAX-55). Undefined without a rate.
 */
export function saleOf(row: InvoiceRow): Sale | undefined {
  const inLei = fiscalCentsOfRow(row);
  if (!inLei) return undefined;
  // Base and VAT are rounded, and their sum is the total.
  const { fiscalSubtotalCents, fiscalVatTotalCents: vatTotal } = inLei;
  const subtotal = fiscalSubtotalCents - notInBaseCents(row);
  const invoiced = { subtotal, vatTotal, total: subtotal + vatTotal };
  const total = decimal(fiscalOfRow(row).total);
  return {
    row,
    invoiced,
    // What takes back settles itself, which is no payment: what was paid back is no longer paid on its invoice.
    collected: share(invoiced, decimal(decimal(owedOf(row)).gt(0) ? row.amountPaid : 0), total),
    outstanding: share(invoiced, decimal(row.status === 'cancelled' ? 0 : row.balance), total),
  };
}

/** What is no turnover of a document, in lei, in cents (TAX-72). */
const notInBaseCents = ({ notInBase, exchangeRate }: InvoiceRow): number =>
  notInBase == null ? 0 : cents(amount(round2(decimal(notInBase).times(exchangeRate ?? 1))));

/** The part of a document that an amount in its currency is, with the same part of its VAT. */
function share({ vatTotal, total }: Amounts, part: Big, whole: Big): Amounts {
  if (whole.eq(0)) return { subtotal: 0, vatTotal: 0, total: 0 };
  const of = (value: number): number => Number(decimal(value).times(part).div(whole).toFixed(0));
  const [vat, all] = [of(vatTotal), of(total)];
  return { subtotal: all - vat, vatTotal: vat, total: all };
}

export interface Kpi extends Amounts {
  /** The number of documents. */
  count: number;
}

const kpiOf = (amounts: readonly Amounts[]): Kpi => ({
  subtotal: added(amounts, 'subtotal'),
  vatTotal: added(amounts, 'vatTotal'),
  total: added(amounts, 'total'),
  count: amounts.length,
});

const added = (amounts: readonly Amounts[], name: keyof Amounts): number => amounts.reduce((all, one) => all + one[name], 0);

export const isIn = ({ dateFrom, dateTo }: Period, { issueDate }: Pick<InvoiceRow, 'issueDate'>): boolean =>
  issueDate >= dateFrom && issueDate <= dateTo;

/** The calendar year of the end of a period, and the year before it. */
export function yearsOf({ dateTo }: Period): { year: number; prevYear: number } {
  const year = Number(dateTo.slice(0, 4));
  return { year, prevYear: year - 1 };
}

/** All days of which a report of a period has documents. */
export function daysOf(period: Period): Period {
  const { year, prevYear } = yearsOf(period);
  const first = `${prevYear}-01-01`;
  return { dateFrom: period.dateFrom < first ? period.dateFrom : first, dateTo: `${year}-12-31` };
}

/** The figures of the report but those of products. @param sales those of `daysOf` the period */
export function salesFigures(sales: readonly Sale[], period: Period) {
  const { year, prevYear } = yearsOf(period);
  const inYear = (of: number): number =>
    added(
      sales.filter(({ row }) => row.issueDate.startsWith(String(of))).map(({ invoiced }) => invoiced),
      'total',
    );
  const within = sales.filter(({ row }) => isIn(period, row));
  const some = (name: 'collected' | 'outstanding'): Amounts[] =>
    within.map(sale => sale[name]).filter(({ total }) => total !== 0);
  return {
    annualTotal: { amount: inYear(year), year, prevAmount: inYear(prevYear), prevYear },
    periodInvoiced: kpiOf(within.map(({ invoiced }) => invoiced)),
    periodCollected: kpiOf(some('collected')),
    periodOutstanding: kpiOf(some('outstanding')),
    monthlyRevenue: monthsOf(period.dateFrom, period.dateTo).map(month => {
      const ofMonth = within.filter(({ row }) => monthOf(row.issueDate) === month);
      return {
        month,
        invoiced: added(
          ofMonth.map(({ invoiced }) => invoiced),
          'total',
        ),
        collected: added(
          ofMonth.map(({ collected }) => collected),
          'total',
        ),
      };
    }),
    recent: latestFirst(within).slice(0, MOST_SHOWN),
    topClients: topClients(within),
  };
}

/** The most entries of each list of the report. */
export const MOST_SHOWN = 10;

export const latestFirst = (sales: readonly Sale[]): Sale[] =>
  sales.toSorted(({ row: a }, { row: b }) => (orderOf(a) < orderOf(b) ? 1 : -1));

const orderOf = ({ issueDate, createdAt, id }: InvoiceRow): string => `${issueDate}#${createdAt}#${id}`;

export interface TopClient {
  clientId: string | null;
  clientName: string | null;
  total: number;
  count: number;
}

/** The clients with the largest totals; a buyer without client record is known by its name. */
function topClients(sales: readonly Sale[]): TopClient[] {
  const clients = new Map<string, TopClient>();
  // The latest name of a client is shown.
  for (const { row, invoiced } of latestFirst(sales)) {
    const { clientId, clientName } = row;
    const key = clientId ?? `name ${clientName}`;
    const client = clients.get(key) ?? { clientId, clientName, total: 0, count: 0 };
    clients.set(key, { ...client, total: client.total + invoiced.total, count: client.count + 1 });
  }
  return largest([...clients.values()], ({ clientName }) => clientName ?? '');
}

/** Without those that took back as much as was sold, or more. */
const largest = <T extends { total: number }>(entries: readonly T[], nameOf: (entry: T) => string): T[] =>
  entries
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total || nameOf(a).localeCompare(nameOf(b)))
    .slice(0, MOST_SHOWN);

export interface TopProduct {
  description: string;
  productCode: string | null;
  total: number;
  /** Exact decimal. */
  quantity: string;
}

/**
 * The products with the largest net amounts: by code where lines have one, else by description. Lines that take back count with their sign;
 * those that settle an advance are no sale of a product, nor are deposits and disbursements.
 *
 * @param documents with their lines, latest first
 */
export function topProducts(documents: readonly InvoiceDocument[]): TopProduct[] {
  const products = new Map<string, { description: string; productCode: string | null; net: Big[]; quantity: Big[] }>();
  for (const document of documents) {
    const settling = new Set(document.draws?.flatMap(({ lineIds }) => lineIds));
    for (const line of document.lines.filter(one => !settling.has(one.id) && !isNotInBase(document, one))) {
      const { description, productCode } = line;
      const key = productCode ? `code ${productCode}` : `text ${description}`;
      const known = products.get(key) ?? { description, productCode, net: [], quantity: [] };
      known.net.push(decimal(line.subtotal).times(lineRate(document, line)));
      known.quantity.push(decimal(line.quantity));
      products.set(key, known);
    }
  }
  const added = [...products.values()].map(({ net, quantity, ...product }) => ({
    ...product,
    total: Number(sum(net).times(100).toFixed(0)),
    quantity: sum(quantity).toFixed(),
  }));
  return largest(added, ({ description }) => description);
}
