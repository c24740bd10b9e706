import { figures, isNegated } from './document-figures.ts';
import { amount, type Big } from '#shared/base/kernel/money.ts';
import { rateDifference } from './lei.ts';
import { type FiscalTotals, storedTotals } from './owed.ts';
import { balanceOf } from './payment-state.ts';
import { computeTotals } from './totals.ts';
import type { InvoiceDocument } from '../invoice.ts';
import { notInBaseOf } from './not-in-base.ts';

/**
 * The totals as the XML states them (BT-109, BT-110, BT-112, BT-115), with the sign of the total: the stored ones, plus the allowances and
 * charges of `ublExtensions`, which stored totals omit (TAX-45), and less the prepaid amount. PDF,
 * balance and payments use them too. Pure.
 */
export function computeFiscalTotals(document: InvoiceDocument): FiscalTotals {
  const extensions = document.ublExtensions;
  const isStored =
    !extensions?.prepaidAmount &&
    !extensions?.allowanceCharges?.length &&
    !document.lines.some(line => line.ublExtensions?.allowanceCharges?.length);
  if (isStored) return storedTotals(document);
  const { taxExclusive, vat, taxInclusive, payable } = figures(document);
  const signed = (value: Big): string => amount(isNegated(document) ? value.neg() : value);
  return { subtotal: signed(taxExclusive), vatTotal: signed(vat), total: signed(taxInclusive), payable: signed(payable) };
}

/** The document with `payable` and `fiscal` set if they differ from the stored totals, else without them. */
export function withFiscalTotals<T extends InvoiceDocument>(document: T): Omit<T, 'payable' | 'fiscal'> & Stated {
  const { payable: _, fiscal: __, ...rest } = document;
  const { payable, ...fiscal } = computeFiscalTotals(document);
  // The total is the sum of both.
  const differs = fiscal.subtotal !== document.subtotal || fiscal.vatTotal !== document.vatTotal;
  return { ...rest, ...(payable !== document.total && { payable }), ...(differs && { fiscal }) };
}

type Stated = Pick<InvoiceDocument, 'payable' | 'fiscal'>;

/** The document with all computed fields: amounts of lines, VAT groups, totals, amount to pay, balance and what depends on rates of lines. */
export function withAmounts(document: InvoiceDocument): InvoiceDocument {
  const { rateDifference: _, ...next } = withFiscalTotals({ ...document, ...computeTotals(document.lines) });
  const difference = rateDifference(next);
  return withNotInBase({ ...next, ...(difference && { rateDifference: difference }), balance: balanceOf(next) });
}

/** The document with the part of its net total that is no turnover. */
export function withNotInBase({ notInBase: _, ...document }: InvoiceDocument): InvoiceDocument {
  const notInBase = notInBaseOf(document);
  return notInBase === undefined ? document : { ...document, notInBase };
}
