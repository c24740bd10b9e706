import { amount, type Big, decimal, round2, sum } from '#shared/base/kernel/money.ts';
import { lacksRate } from '../exchange-rate.ts';
import type { Invoice, InvoiceDocument } from '../invoice.ts';
import { customsInLei } from './customs.ts';
import { owesOtherwise, supplierOf } from '../roles.ts';
import type { StatedVatCategory } from '../vat/categories.ts';
import { standardRateOn } from '../vat/romanian-rates.ts';
import { taxPointOf } from '../vat/tax-point.ts';
import { spread } from './allocate-cents.ts';
import { vatInLei } from './lei.ts';

/** The VAT of a purchase that the company deducts, in lei. Pure. */

export interface Deduction {
  /** VAT that may be deducted now, given the payments so far. Lei, two decimals. */
  vatDeductible: string;
  /** VAT that may be deducted once the rest is paid. Lei, two decimals. */
  vatDeferred: string;
  /** VAT that the company owes itself for what it bought under reverse charge (Fiscal Code, art. 307, 331). Lei, two decimals. */
  vatSelfAssessed: string;
}

export interface DeductionFacts {
  /** VAT of the document in lei, with the sign of its total. */
  vat: string;
  total: string;
  /** The unpaid part of the total. */
  balance: string;
  /** The part of the total that was credited before it was paid: its VAT is neither deducted nor deferred any more. */
  creditedUnpaid?: string | undefined;
  /** Of a document that takes back: the part of its total that was not paid on the invoice that it reduced. */
  settledUnpaid?: string | undefined;
  /** VAT in lei that the company owes itself. */
  selfAssessed?: string | undefined;
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
 * Divides the deductible share of the VAT into the part that is deductible now and the part that is deferred. A document that takes back
 * first lowers what is deferred on the invoice that it reduced; only the rest of it lowers the deduction (Fiscal Code, art. 282 (10), 297).
 * Self-assessed VAT is deductible at once.
 */
export function deduction(facts: DeductionFacts): Deduction {
  const { vat, total, isPayer, percent, selfAssessed = '0.00' } = facts;
  if (!isPayer) return { vatDeductible: '0.00', vatDeferred: '0.00', vatSelfAssessed: amount(decimal(selfAssessed)) };
  const share = round2(decimal(vat).times(percent).div(100));
  const ofSelfAssessed = round2(decimal(selfAssessed).times(percent).div(100));
  const { deferred, gone } = decimal(total).gt(0) ? unpaidOf(facts, share) : takenBackOf(facts, share);
  return {
    vatDeductible: amount(share.minus(deferred).minus(gone).plus(ofSelfAssessed)),
    vatDeferred: amount(deferred),
    vatSelfAssessed: amount(decimal(selfAssessed)),
  };
}

/** The share of an invoice's VAT that waits for its payment, and the share that was credited before it was paid. */
function unpaidOf({ total, balance, creditedUnpaid, isDeferred }: DeductionFacts, share: Big): { deferred: Big; gone: Big } {
  if (!isDeferred) return { deferred: decimal(0), gone: decimal(0) };
  // Balance and credits may exceed the total by the rounding of the amount to pay.
  const partOf = (open: Big): Big => (open.gte(total) ? share : round2(share.times(open).div(total)));
  const whole = partOf(decimal(balance).plus(decimal(creditedUnpaid)));
  const deferred = partOf(decimal(balance));
  return { deferred, gone: whole.minus(deferred) };
}

/** The share of what a document takes back that concerns VAT which was not deducted yet. */
function takenBackOf({ total, settledUnpaid, isDeferred }: DeductionFacts, share: Big): { deferred: Big; gone: Big } {
  const whole = decimal(total).abs();
  if (!isDeferred || settledUnpaid === undefined || whole.eq(0)) return { deferred: decimal(0), gone: decimal(0) };
  return { deferred: decimal(0), gone: round2(share.times(settledUnpaid).div(whole)) };
}

/** The deduction for a received document; null if it is not a purchase of the company, and while its exchange rate is not known. */
export function deductionOf(document: InvoiceDocument): Deduction | null {
  const { received, booking, direction } = document;
  if (!received?.vat || direction !== 'incoming' || owesOtherwise(document) || lacksRate(document)) return null;
  return deduction({
    vat: vatOf(document),
    total: document.total,
    balance: document.balance,
    creditedUnpaid: document.creditedUnpaid,
    settledUnpaid: document.settledUnpaid,
    selfAssessed: selfAssessedVat(document),
    isPayer: isRegisteredBuyer(document),
    isDeferred: received.vat.isDeferred,
    percent: booking?.vatDeductiblePercent ?? '100',
  });
}

/** The VAT of a received document in lei: of an import that which was paid at customs. */
const vatOf = (document: InvoiceDocument): string =>
  // No lines are passed: only in documents that the company issues can a line have its own exchange rate.
  document.purchase?.customs ? (document.purchase.customs.vatLei ?? '0.00') : vatInLei(document, document.vatGroups, []).total;

/** Whether the company was registered for VAT as the buyer: when it received the document, or issued it in its supplier's name. */
export const isRegisteredBuyer = ({ received, seller }: Pick<Invoice, 'received' | 'seller'>): boolean =>
  // The company is the `seller` of a self-billed document.
  received?.vat ? received.vat.isPayer : seller.isVatPayer;

/**
 * Whether the buyer owes the VAT of a category itself (TAX-58). Reverse charge within Romania needs a registered buyer (Fiscal Code, art. 331
 * (1)). What is bought abroad is owed without registration too (art. 307 (2), 308, 317); whether the company is registered by art. 317 is not
 * known here.
 */
function isOwedByBuyer(document: InvoiceDocument, category: StatedVatCategory): boolean {
  const isForeign = (supplierOf(document)?.country ?? 'RO').toUpperCase() !== 'RO';
  if (category === 'K') return true;
  if (category === 'AE') return isForeign || isRegisteredBuyer(document);
  // The kind of a purchase that was entered by hand says what it is: its category O is outside of the scope of VAT here.
  return category === 'O' && isForeign && !document.purchase;
}

/**
 * The VAT in lei that the buyer owes itself, by VAT group: for reverse charge and intra-community supplies, and for what a seller abroad
 * invoices outside of the scope of its own VAT. The document has no rate for it: it is the one that was entered, else the standard rate of
 * its tax point. The groups are rounded so that they sum to the VAT of all, rounded once.
 */
export function selfAssessedByGroup(
  document: InvoiceDocument,
  groups: readonly { category: StatedVatCategory; rate: string; base: string }[],
): string[] {
  const { booking, exchangeRate } = document;
  const customs = customsInLei(document, groups);
  const rate = booking?.selfAssessedRate ?? standardRateOn(taxPointOf(document));
  const exact = groups.map(({ category, base }, place) =>
    isOwedByBuyer(document, category)
      ? (customs?.bases[place] ?? decimal(base).times(exchangeRate)).times(rate).div(100)
      : decimal(0),
  );
  return spread(exact, round2(sum(exact))).map(amount);
}

const selfAssessedVat = (document: InvoiceDocument): string =>
  amount(
    sum(
      selfAssessedByGroup(
        document,
        document.vatGroups.map(({ category, rate, taxable }) => ({ category, rate, base: taxable })),
      ),
    ),
  );

/** Whether VAT is deducted only on payment: the supplier (as the document states) or the company applies VAT on collection. */
export const isDeductionDeferred = (
  { tvaLaIncasare }: Pick<Invoice, 'tvaLaIncasare'>,
  { vatOnCollection }: { vatOnCollection: boolean },
): boolean => tvaLaIncasare || vatOnCollection;
