import { type Count, type CountedBy, readCounts } from '../../documents/counters.ts';
import { cents, fromCents } from '../../kernel/money.ts';
import type { Invoice, InvoiceStatus } from '../../model/invoice.ts';
import { KINDS } from '../../model/kinds.ts';
import { owesOtherwise } from '../../model/roles.ts';
import type { CompanyId } from '../../store/table.ts';

/** The counters of invoices and credit notes: by direction, kind, status and currency, with the sums of their amounts. */

type CountedInvoice = Pick<
  Invoice,
  | ('direction' | 'isCreditNote' | 'status' | 'currency' | 'subtotal' | 'vatTotal' | 'total' | 'balance')
  | ('invoiceTypeCode' | 'selfBilled' | 'companyId' | 'seller')
>;

/** The names are short to save bytes: every first page of the list reads all counters, and every change writes some. */
export const INVOICE_COUNTERS: CountedBy<CountedInvoice> = {
  values: ({ direction, isCreditNote, status, currency }) => [
    direction === 'outgoing' ? 'o' : 'i',
    isCreditNote ? 'c' : 'i',
    status,
    currency,
  ],
  sums: invoice => ({
    s: cents(invoice.subtotal),
    v: cents(invoice.vatTotal),
    t: cents(invoice.total),
    o: cents(invoice.balance),
    p: owesOtherwise(invoice) ? cents(invoice.balance) : 0,
  }),
};

/** The invoices or credit notes of one direction, status and currency. */
export interface InvoiceCount {
  direction: Invoice['direction'];
  isCreditNote: boolean;
  status: InvoiceStatus;
  currency: string;
  count: number;
  subtotal: string;
  vatTotal: string;
  total: string;
  /** Sum of the balances. */
  open: string;
  /** The part of `open` that is owed in the opposite direction: of self-billed documents (model/roles.ts). */
  owed: string;
}

/** The stored counter with full names and amounts. Pure. */
export function invoiceCount({ values, documents, sums }: Count): InvoiceCount {
  const [direction, kind, status, currency] = values as ['o' | 'i', 'i' | 'c', InvoiceStatus, string];
  return {
    direction: direction === 'o' ? 'outgoing' : 'incoming',
    isCreditNote: kind === 'c',
    status,
    currency,
    count: documents,
    subtotal: fromCents(sums['s'] ?? 0),
    vatTotal: fromCents(sums['v'] ?? 0),
    total: fromCents(sums['t'] ?? 0),
    open: fromCents(sums['o'] ?? 0),
    owed: fromCents(sums['p'] ?? 0),
  };
}

/** The counters of all invoices and credit notes of a company. One query. */
export const readInvoiceCounts = async (company: CompanyId): Promise<InvoiceCount[]> =>
  (await readCounts(KINDS.invoice, company)).map(invoiceCount);
