import type { Actor } from '../identity/model.ts';
import { today } from '../kernel/clock.ts';
import { amount, decimal, shownNumber, sum } from '../kernel/money.ts';
import { newEvent, notification, personOf } from './events.ts';
import type { Invoice } from './model.ts';
import type { Payment } from './payment.ts';
import type { Recorded } from './repository.ts';

/** Payment state, derived from amounts: it is separate from the fiscal status (completions-documents §1.17). Pure. */
export type PaymentStatus = 'unpaid' | 'partially_paid' | 'paid';

type Settled = Pick<Invoice, 'status' | 'total' | 'amountPaid' | 'balance' | 'dueDate'>;

/** `unpaid`, `partially_paid` or `paid`; a document with a negative total is paid from its issue on. */
export function paymentStatusOf(invoice: Settled): PaymentStatus {
  const total = decimal(invoice.total);
  const paid = decimal(invoice.amountPaid);
  if (total.lt(0)) return invoice.status === 'draft' ? 'unpaid' : 'paid';
  if (paid.eq(0)) return 'unpaid';
  return paid.gte(total) ? 'paid' : 'partially_paid';
}

/** Past its due date with something open, and in force. */
export const isOverdue = (invoice: Settled, day: string = today()): boolean =>
  invoice.dueDate !== null &&
  invoice.dueDate < day &&
  decimal(invoice.balance).gt(0) &&
  invoice.status !== 'draft' &&
  invoice.status !== 'cancelled';

/** What is open of a document that is in force: total less payments, never below zero (completions-documents §1.17). */
export function balanceOf(invoice: Pick<Invoice, 'total' | 'amountPaid'>): string {
  const open = decimal(invoice.total).minus(invoice.amountPaid);
  return amount(open.lt(0) ? decimal(0) : open);
}

/**
 * The document as its payments settle it: `paidAt` is the date of the payment that closed it (completions-documents §1.17). One in
 * force that pays back is settled by itself (§1.6).
 */
export function settledBy<T extends Invoice>(invoice: T, payments: readonly Payment[]): T {
  if (decimal(invoice.total).lt(0) && invoice.status !== 'draft') {
    return { ...invoice, amountPaid: invoice.total, balance: '0.00', paidAt: invoice.issueDate };
  }
  const amountPaid = amount(sum(payments.map(payment => payment.amount)));
  const balance = balanceOf({ total: invoice.total, amountPaid });
  const latest =
    payments
      .map(payment => payment.paymentDate)
      .sort()
      .at(-1) ?? null;
  return { ...invoice, amountPaid, balance, paidAt: decimal(balance).eq(0) ? latest : null };
}

/** The document after a payment. */
export function withPayment<T extends Invoice>(invoice: T, payment: Payment): T {
  const paid = { ...invoice, amountPaid: amount(decimal(invoice.amountPaid).plus(payment.amount)) };
  const balance = balanceOf(paid);
  return { ...paid, balance, paidAt: decimal(balance).lte(0) ? payment.paymentDate : null };
}

/** The timeline entry of a payment and the notifications that go with it. */
export function notifyPayment(invoice: Invoice, payment: Payment, by: Actor): Recorded {
  const { id, amount: value, currency, paymentMethod: method, paymentDate } = payment;
  const money = shownNumber(value);
  const paid = decimal(invoice.balance).lte(0);
  return {
    event: newEvent('payment_received', null, `Payment of ${value} ${currency} recorded`, personOf(by), {
      paymentId: id,
      amount: money,
      currency,
      method,
    }),
    webhooks: [
      {
        type: 'payment.created',
        data: {
          paymentUuid: id,
          invoiceUuid: invoice.id,
          invoiceNumber: invoice.number,
          amount: money,
          currency,
          paymentMethod: method,
          paymentDate,
        },
      },
      notification('invoice.updated', invoice),
      ...(paid
        ? [
            {
              type: 'invoice.paid',
              data: {
                invoiceUuid: invoice.id,
                invoiceNumber: invoice.number,
                amountPaid: shownNumber(invoice.amountPaid),
                balance: shownNumber(invoice.balance),
                paidAt: invoice.paidAt,
              },
            },
          ]
        : []),
    ],
  };
}
