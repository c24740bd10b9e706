import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { HeaderChange, Recorded } from '#shared/documents/common/definition.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { recordedPayment, removedPayment } from '#shared/documents/payments/events.ts';
import type { Paid } from '#shared/documents/payments/read-paid.ts';
import { refusePaidBack } from '#shared/documents/payments/refunds-and-offsets.ts';
import { paymentRemovals, paymentWrites } from '#shared/documents/payments/writes.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import type { PlannedDocument } from '#shared/model/allocation/plan.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { collecting, uncollecting } from '#shared/model/fiscal/collection.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Write } from '#shared/platform/store/transact.ts';

/** The payments of an allocation, which are those of invoices like any other (SET-45). Pure. */

/** What happens to one invoice. */
export interface SettledInvoice {
  change: HeaderChange<Invoice>;
  /** The writes of its payments. */
  writes: Write[];
  /** The payments that were recorded or removed. */
  payments: Payment[];
}

type Of = Pick<Allocation, 'id' | 'paymentDate' | 'paymentMethod' | 'reference' | 'notes' | 'receipt'>;

/** The payments of a document: one for the money, one for what is set off. */
export function paymentsOf(planned: PlannedDocument, allocation: Of, by: Actor): Payment[] {
  const at = instant();
  const { invoice, paysBack } = planned;
  const payment = (amount: string, isOffset: boolean): Payment => ({
    ...{ id: newId(), invoiceId: invoice.id, allocationId: allocation.id },
    ...(isOffset ? { type: 'offset' } : paysBack && { type: 'refund' }),
    ...(paysBack && { paysBack }),
    ...(allocation.receipt && { receipt: allocation.receipt }),
    ...{ amount, currency: invoice.currency, paymentDate: allocation.paymentDate, paymentMethod: allocation.paymentMethod },
    ...{ reference: allocation.reference, notes: allocation.notes, isReconciled: false },
    ...{ createdBy: personOf(by), createdAt: at, updatedAt: at },
  });
  return [
    ...(decimal(planned.money).gt(0) ? [payment(planned.money, false)] : []),
    ...(decimal(planned.offset).gt(0) ? [payment(planned.offset, true)] : []),
  ];
}

/** An invoice with the payments that it gets. */
export function paidWith({ invoice, payments }: Paid, added: readonly Payment[], by: Actor): SettledInvoice {
  const recorded: Recorded[] = [];
  const made: Payment[] = [];
  let after = invoice;
  for (const one of added) {
    const { invoice: collected, payment } = collecting(after, one);
    made.push(payment);
    const next = { ...settledBy(collected, [...payments, ...made]), updatedAt: instant() };
    recorded.push(recordedPayment(after, next, payment, by));
    after = next;
  }
  return {
    change: { before: invoice, after, recorded, contended: true },
    writes: made.flatMap(payment => paymentWrites(invoice, payment)),
    payments: made,
  };
}

/** An invoice without the payments of an allocation. @throws 409 when more was paid back since than would be left */
export function unpaidOf({ invoice, payments }: Paid, allocationId: string, by: Actor): SettledInvoice {
  const removed = payments.filter(payment => payment.allocationId === allocationId);
  const recorded: Recorded[] = [];
  let left = payments;
  let after = invoice;
  for (const payment of removed) {
    left = left.filter(({ id }) => id !== payment.id);
    after = { ...settledBy(uncollecting(after, payment), left), updatedAt: instant() };
    recorded.push(removedPayment(after, payment, by));
  }
  refusePaidBack(invoice, after);
  return {
    change: { before: invoice, after, recorded, contended: true },
    writes: removed.flatMap(payment => paymentRemovals(invoice, payment)),
    payments: removed,
  };
}
