import { fromCents, presentNumber } from '../../kernel/money.ts';
import type { AtPlace, RowReader, Sum } from '../../lists/definition.ts';
import type { InvoiceRow } from '../../model/invoice-row.ts';

/** Sums of a list per currency (completions-documents §1.1). */
export interface CurrencyTotals {
  currency: string;
  subtotal: number;
  vatTotal: number;
  total: number;
  receivable: number;
  payable: number;
}

/** Amounts in cents, of one document or of a stored counter. */
export interface Summed {
  currency: string;
  direction: InvoiceRow['direction'];
  status: InvoiceRow['status'];
  subtotal: number;
  vatTotal: number;
  total: number;
  /** The balance. */
  open: number;
  /**
   * The part of `open` that is owed in the opposite direction: of self-billed documents, issued by the buyer in the seller's name
   * (model/roles.ts).
   */
  owed?: number;
}

type Sums = Omit<CurrencyTotals, 'currency'>;

/**
 * Adds up amounts per currency. Cancelled documents are left out; drafts count in the totals, but not in `receivable` and
 * `payable`.
 */
export class CurrencySums implements Sum<InvoiceRow, CurrencyTotals[]> {
  readonly #currencies = new Map<string, Sums>();

  add({ currency, direction, status, subtotal, vatTotal, total, open, owed = 0 }: Summed): void {
    if (status === 'cancelled') return;
    let sums = this.#currencies.get(currency);
    if (!sums) this.#currencies.set(currency, (sums = { subtotal: 0, vatTotal: 0, total: 0, receivable: 0, payable: 0 }));
    sums.subtotal += subtotal;
    sums.vatTotal += vatTotal;
    sums.total += total;
    if (status === 'draft') return;
    const [usual, other] = direction === 'outgoing' ? (['receivable', 'payable'] as const) : (['payable', 'receivable'] as const);
    if (open > owed) sums[usual] += open - owed;
    sums[other] += owed;
  }

  adder(read: RowReader<InvoiceRow>): AtPlace<void> {
    const [currency, direction, status] = [read.word('currency'), read.word('direction'), read.word('status')];
    const [subtotal, vatTotal, total] = [read.cents('subtotal'), read.cents('vatTotal'), read.cents('total')];
    const [balance, selfBilled] = [read.cents('balance'), read.word('selfBilled')];
    return place => {
      const open = balance(place);
      this.add({
        currency: currency(place) ?? '',
        direction: direction(place) ?? 'outgoing',
        status: status(place) ?? 'draft',
        subtotal: subtotal(place),
        vatTotal: vatTotal(place),
        total: total(place),
        open,
        owed: selfBilled(place) ? open : 0,
      });
    };
  }

  /** One object per currency, in the order of their codes. */
  sums(): CurrencyTotals[] {
    const money = (value: number): number => presentNumber(fromCents(value));
    return [...this.#currencies]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { subtotal, vatTotal, total, receivable, payable }]) => ({
        currency,
        subtotal: money(subtotal),
        vatTotal: money(vatTotal),
        total: money(total),
        receivable: money(receivable),
        payable: money(payable),
      }));
  }
}
