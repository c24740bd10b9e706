import { amount, type Big, decimal } from '#shared/base/kernel/money.ts';
import { owedOf, fiscalTotals } from '../amounts/owed.ts';
import { isReversal, takenBack } from '../amounts/settlement.ts';
import { balanceOf, signedPayment } from '../amounts/payment-state.ts';
import type { Invoice, InvoiceDocument } from '../invoice.ts';
import type { Payment } from '../payment.ts';
import { vatOnCollectionApplies } from '../vat/on-collection.ts';
import { type Stated, vatPartsOf } from './amounts.ts';
import { atMost, negated, plus, shareOf, type VatParts } from './vat-parts.ts';

/**
 * VAT on collection (Fiscal Code, art. 282 (3), (10), art. 297 (2), (3)): the VAT of an invoice becomes due, or deductible, with its
 * payments. What is not due yet stands in the header (`notDue`), what a payment made due stands on the payment (`collected`), so that
 * each is decided once, by the transaction of the payment or credit. Pure.
 */

const isTaxed = ({ category, rate }: VatParts): boolean => category === 'S' && decimal(rate).gt(0);

const onCollection = (document: Stated, parts: readonly VatParts[]): boolean =>
  document.received
    ? (document.received.vat?.isDeferred ?? document.tvaLaIncasare) && parts.some(isTaxed)
    : vatOnCollectionApplies(document as InvoiceDocument);

/**
 * What is not due yet when an invoice comes into force; undefined when VAT on collection does not apply. What was prepaid (BT-113) has been
 * collected. A document that takes back is due at once, but for what `notDueTakenBack` finds on the invoice that it reverses.
 */
export function notDueAtFirst(document: Stated): VatParts[] | undefined {
  if (isReversal(document)) return undefined;
  const parts = vatPartsOf(document);
  if (!onCollection(document, parts)) return undefined;
  const [owed, total] = [decimal(owedOf(document)), decimal(fiscalTotals(document).total)];
  const taxed = parts.filter(isTaxed);
  // Rounding of the amount to pay (BT-114) may make it more than the total.
  return owed.lt(total) && total.gt(0) ? shareOf(taxed, owed, total) : taxed;
}

/**
 * What becomes due by a payment: of what is not due yet, the share that the payment has of the open amount. The last payment takes all that
 * is left, so that nothing is lost by rounding.
 *
 * @param paid what the payment pays, in the document's currency
 * @param open what was to be paid before it
 */
export function collectedOf(notDue: readonly VatParts[], paid: Big, open: Big): VatParts[] {
  if (paid.lte(0)) return [];
  return paid.gte(open) ? [...notDue] : shareOf(notDue, paid, open);
}

/**
 * What a document that takes back takes off what is not due yet on its invoice, negative: the share of it that was not paid, group by group,
 * at most what the invoice has there. The rest of it lowers the VAT of its own period.
 */
export function notDueTakenBack(document: Stated, invoiceNotDue: readonly VatParts[]): VatParts[] {
  const whole = takenBack(document);
  const unpaid = decimal(document.settledUnpaid);
  if (whole.eq(0) || unpaid.eq(0)) return [];
  const taxed = negated(vatPartsOf(document).filter(isTaxed));
  const share = unpaid.gte(whole) ? taxed : shareOf(taxed, unpaid, whole);
  return negated(atMost(share, invoiceNotDue));
}

/** An invoice that comes into force, with the payments that its draft was created with. */
export function startedWith(
  document: InvoiceDocument,
  payments: readonly Payment[],
): { invoice: InvoiceDocument; payments: Payment[] } {
  const notDue = notDueAtFirst(document);
  if (!notDue) return { invoice: document, payments: [...payments] };
  let invoice: InvoiceDocument = { ...document, notDue, amountPaid: '0.00' };
  const made = payments.map(one => {
    const collected = collecting(invoice, one);
    invoice = { ...collected.invoice, amountPaid: amount(decimal(invoice.amountPaid).plus(signedPayment(one))) };
    return collected.payment;
  });
  return { invoice: { ...invoice, amountPaid: document.amountPaid }, payments: made };
}

/** An invoice with a payment that is being recorded; `collected` is set on the payment when it makes VAT due. */
export function collecting<I extends Invoice>(invoice: I, payment: Payment): { invoice: I; payment: Payment } {
  const { notDue } = invoice;
  if (!notDue) return { invoice, payment };
  const collected = collectedOf(notDue, signedPayment(payment), decimal(balanceOf(invoice)));
  if (collected.length === 0) return { invoice, payment };
  return { invoice: { ...invoice, notDue: plus(notDue, negated(collected)) }, payment: { ...payment, collected } };
}

/** An invoice without a payment that is being removed: what the payment made due is not due again. */
export const uncollecting = <I extends Invoice>(invoice: I, { collected }: Payment): I =>
  invoice.notDue && collected ? { ...invoice, notDue: plus(invoice.notDue, collected) } : invoice;

/** An invoice that a document credits, or credits no longer. @param was, is what the document had and has in `notDue` */
export const creditedNotDue = (
  invoice: Invoice,
  was: readonly VatParts[] | undefined,
  is: readonly VatParts[] | undefined,
): Invoice =>
  invoice.notDue && (was ?? is) ? { ...invoice, notDue: plus(plus(invoice.notDue, is ?? []), negated(was ?? [])) } : invoice;
