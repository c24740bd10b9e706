import type { Actor } from '#shared/platform/access/model.ts';
import { decimal, presentNumber } from '#shared/base/kernel/money.ts';
import { digest } from '#shared/documents/common/timeline-hashes.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import type { EventData } from '#shared/output/webhooks/events.ts';
import { invoiceNotification, metadataOf, notification, type Notification } from '#shared/output/webhooks/notification.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { paymentType, presentPaymentType } from './payment-type.ts';
import type { Recorded } from '#shared/documents/common/definition.ts';

/** Timeline entries and webhook notifications of recorded and removed payments (SET-40). Pure. */

/** The timeline entry of a recorded payment, with its webhooks; `invoice.paid` is among them when the balance became 0. */
export function recordedPayment(before: Invoice, after: Invoice, payment: Payment, by: Actor): Recorded {
  const closed = decimal(before.balance).gt(0) && decimal(after.balance).eq(0);
  return entry('payment_received', `${nameOf(payment)} of ${payment.amount} ${payment.currency} recorded`, payment, by, [
    notification('payment.created', paymentData(after, payment)),
    invoiceNotification('invoice.updated', after),
    ...(closed ? [paidNotification(after)] : []),
  ]);
}

/** The timeline entry of a removed payment, with its webhooks. */
export const removedPayment = (after: Invoice, payment: Payment, by: Actor): Recorded =>
  entry('payment_deleted', `${nameOf(payment)} of ${payment.amount} ${payment.currency} removed`, payment, by, [
    notification('payment.deleted', paymentData(after, payment)),
    invoiceNotification('invoice.updated', after),
  ]);

const NAMES = { payment: 'Payment', refund: 'Refund', offset: 'Offset' } as const;

const nameOf = (payment: Payment): string => NAMES[paymentType(payment)];

const entry = (
  type: 'payment_received' | 'payment_deleted',
  details: string,
  payment: Payment,
  by: Actor,
  webhooks: Notification[],
): Recorded => ({
  event: {
    ...newEvent(type, null, details, personOf(by), {
      paymentId: payment.id,
      amount: presentNumber(payment.amount),
      currency: payment.currency,
      method: payment.paymentMethod,
      ...(payment.type && presentPaymentType(payment)),
    }),
    subjectHash: digest(payment),
  },
  webhooks,
});

const paymentData = (invoice: Invoice, payment: Payment): EventData<'payment.created'> => ({
  paymentUuid: payment.id,
  invoiceUuid: invoice.id,
  invoiceNumber: invoice.number,
  amount: presentNumber(payment.amount),
  currency: payment.currency,
  paymentMethod: payment.paymentMethod,
  paymentDate: payment.paymentDate,
  ...presentPaymentType(payment),
});

const paidNotification = (invoice: Invoice): Notification =>
  notification('invoice.paid', {
    invoiceUuid: invoice.id,
    invoiceNumber: invoice.number,
    amountPaid: presentNumber(invoice.amountPaid),
    balance: presentNumber(invoice.balance),
    paidAt: invoice.paidAt,
    ...metadataOf(invoice),
  });
