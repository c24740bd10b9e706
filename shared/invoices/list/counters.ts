import { type Count, type CountedBy, readCounts } from '../../documents/counters.ts';
import { cents, fromCents } from '../../kernel/money.ts';
import type { Invoice, InvoiceStatus } from '../../model/invoice.ts';
import { KINDS } from '../../model/kinds.ts';
import { owesOtherwise } from '../../model/roles.ts';
import type { CompanyId } from '../../store/table.ts';

/** How invoices and credit notes are counted for their list: by direction, kind, status and currency, with their sums. */

type CountedInvoice = Pick<
  Invoice,
  | ('direction' | 'isCreditNote' | 'status' | 'currency' | 'subtotal' | 'vatTotal' | 'total' | 'balance')
  | ('invoiceTypeCode' | 'selfBilled' | 'companyId' | 'seller')
>;

/** Short names: every first page reads the counters, and every change writes some. */
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
  open: string;
  /** Of what is open, what is owed the other way round: documents issued in the seller's name. */
  owed: string;
}

/** What a counter says of invoices. Pure. */
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

/** How many invoices and credit notes a company has, and their sums. One query. */
export const readInvoiceCounts = async (company: CompanyId): Promise<InvoiceCount[]> =>
  (await readCounts(KINDS.invoice, company)).map(invoiceCount);
