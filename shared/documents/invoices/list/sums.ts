import { cents, fromCents, presentNumber } from '#shared/base/kernel/money.ts';
import type { AtPlace, RowReader, Sum } from '#shared/documents/lists/definition.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';

/** Whether documents are sales or purchases of the company. */
export type Role = 'sale' | 'purchase';

/** Sums of a list per currency and role (INV-72, TAX-53, TAX-54). */
export interface CurrencyTotals {
  currency: string;
  role: Role;
  subtotal: number;
  vatTotal: number;
  total: number;
  fiscalSubtotal: number;
  fiscalVatTotal: number;
  fiscalTotal: number;
  payableTotal: number;
  receivable: number;
  payable: number;
}

/** What is added up, in cents. The fiscal amounts are those of the e-invoices. */
export const SUMMED = [
  ...(['subtotal', 'vatTotal', 'total'] as const),
  ...(['fiscalSubtotal', 'fiscalVatTotal', 'fiscalTotal', 'payableTotal', 'open'] as const),
] as const;

/** Amounts in cents of documents of one currency and role; `open`: the balances. */
export type Amounts = Record<(typeof SUMMED)[number], number>;

/** Adds up amounts per currency and role. */
export class CurrencySums implements Sum<InvoiceRow, CurrencyTotals[]> {
  readonly #sums = new Map<string, { currency: string; role: Role; amounts: Amounts }>();

  /** Adds amounts of documents that count. */
  add(currency: string, role: Role, added: Amounts): void {
    const key = `${currency} ${role === 'sale' ? 0 : 1}`;
    let sums = this.#sums.get(key);
    if (!sums) this.#sums.set(key, (sums = { currency, role, amounts: { ...NOTHING } }));
    for (const name of SUMMED) sums.amounts[name] += added[name];
  }

  adder(read: RowReader<InvoiceRow>): AtPlace<void> {
    const [currency, direction, status] = [read.word('currency'), read.word('direction'), read.word('status')];
    const [subtotal, vatTotal, total] = [read.cents('subtotal'), read.cents('vatTotal'), read.cents('total')];
    const [balance, selfBilled, taxauthStatus] = [read.cents('balance'), read.word('selfBilled'), read.word('taxauthStatus')];
    const stated = (
      field: 'fiscalSubtotal' | 'fiscalVatTotal' | 'fiscalTotal' | 'payable',
      usual: AtPlace<number>,
    ): AtPlace<number> => {
      const word = read.word(field);
      return place => {
        const value = word(place);
        return value == null ? usual(place) : cents(value);
      };
    };
    const [fiscalSubtotal, fiscalVatTotal] = [stated('fiscalSubtotal', subtotal), stated('fiscalVatTotal', vatTotal)];
    const [fiscalTotal, payable] = [stated('fiscalTotal', total), stated('payable', total)];
    return place => {
      const current = status(place) ?? 'draft';
      if (!counts(current, taxauthStatus(place))) return;
      this.add(currency(place) ?? '', roleOf(direction(place) ?? 'outgoing', Boolean(selfBilled(place))), {
        subtotal: subtotal(place),
        vatTotal: vatTotal(place),
        total: total(place),
        fiscalSubtotal: fiscalSubtotal(place),
        fiscalVatTotal: fiscalVatTotal(place),
        fiscalTotal: fiscalTotal(place),
        payableTotal: payable(place),
        open: openOf(current, balance(place)),
      });
    };
  }

  /** One object per currency and role, in the order of the currencies' codes, sales first. */
  sums(): CurrencyTotals[] {
    const money = (value: number): number => presentNumber(fromCents(value));
    return [...this.#sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { currency, role, amounts }]) => ({
        ...{ currency, role },
        subtotal: money(amounts.subtotal),
        vatTotal: money(amounts.vatTotal),
        total: money(amounts.total),
        fiscalSubtotal: money(amounts.fiscalSubtotal),
        fiscalVatTotal: money(amounts.fiscalVatTotal),
        fiscalTotal: money(amounts.fiscalTotal),
        payableTotal: money(amounts.payableTotal),
        receivable: role === 'sale' ? money(amounts.open) : 0,
        payable: role === 'purchase' ? money(amounts.open) : 0,
      }));
  }
}

const NOTHING = Object.fromEntries(SUMMED.map(name => [name, 0])) as Amounts;

/**
 * Whether a document counts in sums: unless it is cancelled; a cancelled one does if the authority has validated it, because it is in force
 * there. Drafts count, but nothing is open on them.
 */
export const counts = (status: InvoiceRow['status'], taxauthStatus: InvoiceRow['taxauthStatus']): boolean =>
  status !== 'cancelled' || taxauthStatus === 'validated';

/** The role of a document. @param otherwise self-billed: it is owed in the opposite direction (`owesOtherwise`, model/roles.ts) */
export const roleOf = (direction: InvoiceRow['direction'], otherwise: boolean): Role =>
  (direction === 'outgoing') === otherwise ? 'purchase' : 'sale';

/** What is open on a document with a balance: nothing on a draft. */
export const openOf = (status: InvoiceRow['status'], balance: number): number => (status === 'draft' ? 0 : balance);
