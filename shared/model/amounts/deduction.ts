import { amount, decimal, round2 } from '../../kernel/money.ts';
import type { Invoice, InvoiceDocument } from '../invoice.ts';
import { owesOtherwise } from '../roles.ts';
import { vatInLei } from './lei.ts';

/** The VAT of a purchase that the company deducts, in lei. Pure. */

export interface Deduction {
  /** VAT that may be deducted now, given the payments so far. Lei, two decimals. */
  vatDeductible: string;
  /** VAT that may be deducted once the rest is paid. Lei, two decimals. */
  vatDeferred: string;
}

export interface DeductionFacts {
  /** VAT of the document in lei, with the sign of its total. */
  vat: string;
  total: string;
  /** The unpaid part of the total. */
  balance: string;
  /** Whether the company was registered for VAT, without which nothing is deductible. */
  isPayer: boolean;
  /** The deductible share in percent, such as 50 for cars (Fiscal Code, art. 298). */
  percent: string;
  /**
   * Supplier or company applies VAT on collection (`tvaLaIncasare`): unpaid VAT is not deductible yet (Fiscal Code, art. 297 (2),
   * (3)).
   */
  isDeferred: boolean;
}

/**
 * Divides the deductible share of the VAT into the part that is deductible now and the part that is deferred. A document with a
 * negative total (a refund) has no deferred part: its VAT lowers the deduction at once.
 */
export function deduction({ vat, total, balance, isPayer, percent, isDeferred }: DeductionFacts): Deduction {
  if (!isPayer) return { vatDeductible: '0.00', vatDeferred: '0.00' };
  const share = round2(decimal(vat).times(percent).div(100));
  const open = decimal(balance);
  if (!isDeferred || open.lte(0) || decimal(total).lte(0)) return { vatDeductible: amount(share), vatDeferred: '0.00' };
  // The balance may exceed the total by the rounding of the amount to pay.
  const deferred = open.gte(total) ? share : round2(share.times(open).div(total));
  return { vatDeductible: amount(share.minus(deferred)), vatDeferred: amount(deferred) };
}

/** The deduction for a received document; null if it is not a purchase of the company. */
export function deductionOf(document: InvoiceDocument): Deduction | null {
  const { received, booking, direction } = document;
  if (!received?.vat || direction !== 'incoming' || owesOtherwise(document)) return null;
  return deduction({
    // No lines are passed: only in documents that the company issues can a line have its own exchange rate.
    vat: vatInLei(document, document.vatGroups, []).total,
    total: document.total,
    balance: document.balance,
    isPayer: received.vat.isPayer,
    isDeferred: received.vat.isDeferred,
    percent: booking?.vatDeductiblePercent ?? '100',
  });
}

/** Whether VAT is deducted only on payment: the supplier (as the document states) or the company applies VAT on collection. */
export const isDeductionDeferred = (
  { tvaLaIncasare }: Pick<Invoice, 'tvaLaIncasare'>,
  { vatOnCollection }: { vatOnCollection: boolean },
): boolean => tvaLaIncasare || vatOnCollection;
