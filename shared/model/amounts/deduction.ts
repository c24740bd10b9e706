import { amount, decimal, round2 } from '../../kernel/money.ts';
import type { Invoice, InvoiceDocument } from '../invoice.ts';
import { owesOtherwise } from '../roles.ts';
import { vatInLei } from './lei.ts';

/** The VAT of a purchase that the company deducts, in lei. Pure. */

export interface Deduction {
  /** What may be deducted now, given what has been paid so far. */
  vatDeductible: string;
  /** What may be deducted once the rest is paid. */
  vatDeferred: string;
}

export interface DeductionFacts {
  /** VAT of the document in lei, signed like its total. */
  vat: string;
  total: string;
  /** What is open of it. */
  balance: string;
  /** Whether the company was registered for VAT: nobody else deducts. */
  isPayer: boolean;
  /** The share that may be deducted, such as 50 for cars (Fiscal Code, art. 298). */
  percent: string;
  /** Supplier or company applies VAT on collection (`tvaLaIncasare`): unpaid VAT is not deductible yet (Fiscal Code, art. 297 (2), (3)). */
  isDeferred: boolean;
}

/**
 * What is deductible and what is deferred; their sum is the deductible share of the VAT, however much was paid. A document that
 * has a negative total (a refund) does not wait for a payment: its VAT lowers the deduction at once.
 */
export function deduction({ vat, total, balance, isPayer, percent, isDeferred }: DeductionFacts): Deduction {
  if (!isPayer) return { vatDeductible: '0.00', vatDeferred: '0.00' };
  const share = round2(decimal(vat).times(percent).div(100));
  const open = decimal(balance);
  if (!isDeferred || open.lte(0) || decimal(total).lte(0)) return { vatDeductible: amount(share), vatDeferred: '0.00' };
  // Rounding of the amount to pay may leave a little more open than the total.
  const deferred = open.gte(total) ? share : round2(share.times(open).div(total));
  return { vatDeductible: amount(share.minus(deferred)), vatDeferred: amount(deferred) };
}

/** The deduction of a received document; null of one that is no purchase. */
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

/** Whether VAT is deducted only on payment: the supplier (per the document) or the company applies VAT on collection at receipt. */
export const isDeductionDeferred = (
  { tvaLaIncasare }: Pick<Invoice, 'tvaLaIncasare'>,
  { vatOnCollection }: { vatOnCollection: boolean },
): boolean => tvaLaIncasare || vatOnCollection;
