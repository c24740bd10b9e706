import * as z from 'zod';
import { type Big, cents, decimal, plain, presentNumber, round2 } from '#shared/base/kernel/money.ts';
import type { Invoice } from '../invoice.ts';
import { type FiscalTotals, fiscalTotals } from './owed.ts';
import type { InvoiceRow } from '../invoice-row.ts';

/** The totals of the e-invoice in answers (TAX-47, TAX-48). */

/** BT-109, BT-110, BT-112, BT-115; negative on credit notes. */
export const FISCAL_TOTALS = {
  fiscalSubtotal: z.number(),
  fiscalVatTotal: z.number(),
  fiscalTotal: z.number(),
  payableTotal: z.number(),
};

export const presentFiscal = ({ subtotal, vatTotal, total, payable }: FiscalTotals) => ({
  fiscalSubtotal: presentNumber(subtotal),
  fiscalVatTotal: presentNumber(vatTotal),
  fiscalTotal: presentNumber(total),
  payableTotal: presentNumber(payable),
});

/** Totals of e-invoices added up over documents, in lei, in cents. */
export interface FiscalCents {
  fiscalSubtotalCents: number;
  fiscalVatTotalCents: number;
  fiscalTotalCents: number;
  payableTotalCents: number;
}

type InLei = Pick<Invoice, 'exchangeRate' | 'rateDifference'>;

/** @param difference what lines with a rate of their own make it more */
const inLei = (amount: string, { exchangeRate }: InLei, difference: Big | string): number =>
  cents(plain(round2(decimal(amount).times(exchangeRate).plus(difference))));

const differenceOf = ({ rateDifference }: InLei) => {
  const { subtotal, vatTotal } = rateDifference ?? { subtotal: '0', vatTotal: '0' };
  return { subtotal, vatTotal, total: decimal(subtotal).plus(vatTotal) };
};

/** A total of a document in lei, in cents. An advance that the document settles keeps its own rate. */
export const centsInLei = (total: string, document: InLei): number => inLei(total, document, differenceOf(document).total);

/** What a document adds to totals of e-invoices. */
export const fiscalCents = (document: Parameters<typeof fiscalTotals>[0] & InLei): FiscalCents =>
  totalsInLei(fiscalTotals(document), document);

function totalsInLei({ subtotal, vatTotal, total, payable }: FiscalTotals, document: InLei): FiscalCents {
  const difference = differenceOf(document);
  return {
    fiscalSubtotalCents: inLei(subtotal, document, difference.subtotal),
    fiscalVatTotalCents: inLei(vatTotal, document, difference.vatTotal),
    fiscalTotalCents: centsInLei(total, document),
    payableTotalCents: centsInLei(payable, document),
  };
}

/** @param stats a sum is absent on records that are older than it */
export const presentFiscalCents = (stats: Partial<FiscalCents>) => ({
  fiscalSubtotal: (stats.fiscalSubtotalCents ?? 0) / 100,
  fiscalVatTotal: (stats.fiscalVatTotalCents ?? 0) / 100,
  fiscalTotal: (stats.fiscalTotalCents ?? 0) / 100,
  payableTotal: (stats.payableTotalCents ?? 0) / 100,
});

/** As texts with two decimals, for credit notes. */
export const presentDecimalFiscal = ({ subtotal, vatTotal, total, payable }: FiscalTotals) => ({
  fiscalSubtotal: subtotal,
  fiscalVatTotal: vatTotal,
  fiscalTotal: total,
  payableTotal: payable,
});

/** As `fiscalCents`, of a row in a list. Undefined for a foreign document whose row has no rate. */
export function fiscalCentsOfRow(row: InvoiceRow): FiscalCents | undefined {
  const { currency, exchangeRate = currency === 'RON' ? '1' : null, rateDifference } = row;
  if (exchangeRate === null) return undefined;
  const difference = rateDifference ? (JSON.parse(rateDifference) as InLei['rateDifference']) : undefined;
  return totalsInLei(fiscalOfRow(row), { exchangeRate, ...(difference && { rateDifference: difference }) });
}

/** The totals of the e-invoice of a row in a list. */
export const fiscalOfRow = ({ fiscalSubtotal, fiscalVatTotal, fiscalTotal, payable, ...row }: InvoiceRow): FiscalTotals => ({
  subtotal: fiscalSubtotal ?? row.subtotal,
  vatTotal: fiscalVatTotal ?? row.vatTotal,
  total: fiscalTotal ?? row.total,
  payable: payable ?? row.total,
});
