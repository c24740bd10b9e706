import type { Actor } from '#shared/platform/access/model.ts';
import type { HeaderChange } from '#shared/documents/common/definition.ts';
import type { OutcomeWith } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { conflict, found, invalidFields } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { isNeverDue, settledBy } from '#shared/model/amounts/payment-state.ts';
import { collecting, uncollecting } from '#shared/model/fiscal/collection.ts';
import { countsFiscally } from '#shared/model/fiscal/projection.ts';
import { inForce, isReversal, refundDueOf } from '#shared/model/amounts/settlement.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { recordedPayment, removedPayment } from './events.ts';
import type { PaymentBody } from './input.ts';
import { type Paid, readPaid } from './read-paid.ts';
import type { PayableParts } from './store.ts';
import { paymentRemovals, paymentWrites } from './writes.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * What is owed back on an invoice is refunded, or booked against another invoice of the client (SET-30 to SET-33).
 */

/** @throws 422 for more than is owed back */
export function refusePayBack(invoice: Invoice, { amount }: PaymentBody): void {
  const due = refundDueOf(invoice);
  if (decimal(amount).gt(due)) throw invalidFields({ amount: [`must be at most ${due}, what is owed back on the invoice`] });
}

/** The other invoice of an offset. One parallel round trip. @throws 404 when the company does not have it; 503 as `readPaid` */
export const readOther = async (companyId: CompanyId, id: string): Promise<Paid> =>
  found(await readPaid(companyId, id), 'Invoice');

/** @throws 422 when an amount cannot be booked from one invoice to the other */
export function refuseOffset(invoice: Invoice, other: Invoice, { amount }: PaymentBody): void {
  const wrong =
    other.id === invoice.id
      ? 'must be another invoice'
      : !inForce(other) || isReversal(other)
        ? 'must be an issued invoice that is to be paid'
        : other.clientId !== invoice.clientId || other.direction !== invoice.direction || other.seller.id !== invoice.seller.id
          ? 'must be an invoice of the same client'
          : other.currency !== invoice.currency
            ? `must be in ${invoice.currency}, the currency of the invoice`
            : undefined;
  if (wrong) throw invalidFields({ invoiceId: [wrong] });
  if (decimal(amount).gt(other.balance))
    throw invalidFields({ amount: [`must be at most ${other.balance}, the balance of ${other.number}`] });
}

/**
 * The payments of both sides of an offset: `from` pays back on the invoice with the surplus, `to` is received on the other one. The caller's
 * key belongs to the first: it distinguishes payments of one invoice.
 */
export function offsetPayments(payment: Payment, other: Invoice): { from: Payment; to: Payment } {
  const id = newId();
  const { idempotencyKey: _, ...received } = payment;
  return {
    from: { ...payment, type: 'offset', paysBack: true, offset: { invoiceId: other.id, paymentId: id } },
    to: {
      ...received,
      ...{ id, invoiceId: other.id, type: 'offset', offset: { invoiceId: payment.invoiceId, paymentId: payment.id } },
    },
  };
}

/** The outcome for one invoice, with the change of the other invoice in the same transaction. */
const together = (
  outcome: OutcomeWith<PayableParts>,
  change: HeaderChange<Invoice>,
  writes: Write[],
): OutcomeWith<PayableParts> => ({
  ...outcome,
  also: { documents: [change], writes: [...(outcome.also?.writes ?? []), ...writes] },
});

/** Adds the payment of the other invoice to the outcome for this one. Pure. */
export function withOtherPayment(
  outcome: OutcomeWith<PayableParts>,
  { invoice, payments }: Paid,
  payment: Payment,
  by: Actor,
): OutcomeWith<PayableParts> {
  const { invoice: collected, payment: recorded } = collecting(invoice, payment);
  const after = { ...settledBy(collected, [...payments, recorded]), updatedAt: instant() };
  const change = { before: invoice, after, recorded: [recordedPayment(invoice, after, recorded, by)] };
  return together(outcome, change, paymentWrites(invoice, recorded));
}

/** Removes the other side of an offset together with this one. Pure. @throws 409 as `refusePaidBack` */
export function withoutOtherPayment(
  outcome: OutcomeWith<PayableParts>,
  { invoice, payments }: Paid,
  paymentId: string,
  by: Actor,
): OutcomeWith<PayableParts> {
  const payment = payments.find(one => one.id === paymentId);
  if (!payment) return outcome;
  const after = {
    ...settledBy(
      uncollecting(invoice, payment),
      payments.filter(one => one.id !== paymentId),
    ),
    updatedAt: instant(),
  };
  refusePaidBack(invoice, after);
  const change = { before: invoice, after, recorded: [removedPayment(after, payment, by)] };
  return together(outcome, change, paymentRemovals(invoice, payment));
}

/**
 * @throws 409 when a payment is removed of which something was paid back, so that less than nothing would be paid, or on which a credit relies
 *   under VAT on collection (SET-59)
 */
export function refusePaidBack(before: Invoice, after: Invoice): void {
  if (isReversal(before)) return;
  const reason = 'paid_back';
  if (decimal(after.amountPaid).lt(0))
    throw conflict('Of this payment an amount was refunded or booked against another invoice: remove that first.', { reason });
  // Of a cancelled invoice that does not count any more no VAT is due.
  if (!countsFiscally(after)) return;
  if (after.notDue !== before.notDue && isCreditedBy(after))
    throw conflict(
      'What was credited on the invoice lowered VAT that this payment had made due: record what was paid back as a refund, or cancel the credit note first.',
      { reason },
    );
  if (isNeverDue(after) && !isNeverDue(before))
    throw conflict(
      'Without this refund nothing would be left to be paid with which the rest of the VAT becomes due: record what was received as a payment, or cancel the credit note first.',
      { reason },
    );
}

/**
 * Whether a credit relies on payments that an invoice does not have any more. What it took back beyond what was unpaid lowered VAT that was due, which it is
 * not without them: less would be paid than that, or nothing would be left to be paid with which the VAT could become due again.
 */
function isCreditedBy(after: Invoice): boolean {
  const ofPaid = decimal(after.creditedAmount).minus(decimal(after.creditedUnpaid));
  return ofPaid.gt(0) && (decimal(after.amountPaid).lt(ofPaid) || isNeverDue(after));
}
