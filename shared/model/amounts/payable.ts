import { figures, isNegated } from './document-figures.ts';
import { amount } from '../../kernel/money.ts';
import { balanceOf } from './payment-state.ts';
import { computeTotals } from './totals.ts';
import type { InvoiceDocument } from '../invoice.ts';

/**
 * The amount to pay of a document as its XML states it (BT-115), signed like the total: the total less what was prepaid, and with the
 * allowances and charges of `ublExtensions`, which the stored totals leave out (interface.md §Document-level ublExtensions). PDF,
 * balance and payments go by it. Pure.
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

/** The document with its amount to pay, where that is not the total. */
export function withPayable<T extends InvoiceDocument>(document: T): Omit<T, 'payable'> & { payable?: string } {
  const { payable: _, ...rest } = document;
  const payable = payableOf(document);
  return payable === document.total ? rest : { ...rest, payable };
}

/** The document with everything that is computed from its lines: their amounts, groups, totals, the amount to pay and the balance. */
export function withAmounts(document: InvoiceDocument): InvoiceDocument {
  const next = withPayable({ ...document, ...computeTotals(document.lines) });
  return { ...next, balance: balanceOf(next) };
}
