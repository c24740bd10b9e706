import { figures, isNegated } from './document-figures.ts';
import { amount } from '../../kernel/money.ts';
import { balanceOf } from './payment-state.ts';
import { computeTotals } from './totals.ts';
import type { InvoiceDocument } from '../invoice.ts';

/**
 * The amount to pay as the XML states it (BT-115), with the sign of the total: the total less the prepaid amount, plus the
 * allowances and charges of `ublExtensions`, which stored totals omit (interface.md §Document-level ublExtensions). PDF, balance
 * and payments use it too. Pure.
 */
export function payableOf(document: InvoiceDocument): string {
  const extensions = document.ublExtensions;
  const isTotal =
    !extensions?.prepaidAmount &&
    !extensions?.allowanceCharges?.length &&
    !document.lines.some(line => line.ublExtensions?.allowanceCharges?.length);
  if (isTotal) return document.total;
  const { payable } = figures(document);
  return amount(isNegated(document) ? payable.neg() : payable);
}

/** The document with `payable` set if the amount to pay differs from the total, else without it. */
export function withPayable<T extends InvoiceDocument>(document: T): Omit<T, 'payable'> & { payable?: string } {
  const { payable: _, ...rest } = document;
  const payable = payableOf(document);
  return payable === document.total ? rest : { ...rest, payable };
}

/** The document with all computed fields: amounts of lines, VAT groups, totals, amount to pay and balance. */
export function withAmounts(document: InvoiceDocument): InvoiceDocument {
  const next = withPayable({ ...document, ...computeTotals(document.lines) });
  return { ...next, balance: balanceOf(next) };
}
