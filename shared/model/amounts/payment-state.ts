import { today } from '#shared/base/kernel/clock.ts';
import { amount, type Big, cents, decimal, sum } from '#shared/base/kernel/money.ts';
import type { Invoice } from '../invoice.ts';
import { type Owed, owedOf } from './owed.ts';
import type { Payment } from '../payment.ts';

/** Payment state, derived from amounts: it is separate from the fiscal status (SET-1 to SET-4). Pure. */
export type PaymentStatus = 'unpaid' | 'partially_paid' | 'paid';

type Settled = Owed & Pick<Invoice, 'status' | 'amountPaid' | 'balance' | 'dueDate'>;

/**
 * The payment status: a document in force is `paid` when nothing is owed on it any more, whether it was paid or credited (SET-3).
 */
export const paymentStatusOf = (invoice: Settled): PaymentStatus =>
  paymentStatusOfCents(invoice.status, cents(owedOf(invoice)), cents(invoice.amountPaid), cents(invoice.balance));

/** As `paymentStatusOf`, of cents. @param owed the amount to pay before payments (`owedOf`) @param paid less what was paid back */
export function paymentStatusOfCents(status: Invoice['status'], owed: number, paid: number, balance: number): PaymentStatus {
  if (owed <= 0) return status === 'draft' ? 'unpaid' : 'paid';
  if (balance === 0 && status !== 'draft' && status !== 'cancelled') return 'paid';
  if (paid === 0) return 'unpaid';
  return paid >= owed ? 'paid' : 'partially_paid';
}

/** The amount of a payment with the sign that it has in the amount paid. */
export const signedPayment = ({ amount: paid, paysBack }: Pick<Payment, 'amount' | 'paysBack'>): Big =>
  paysBack ? decimal(paid).neg() : decimal(paid);

/** What payments add up to, less what was paid back. */
export const paidBy = (payments: readonly Payment[]): string => amount(sum(payments.map(signedPayment)));

/** Whether an issued document is past its due date and not paid in full. @param day today, `YYYY-MM-DD` */
export const isOverdue = (invoice: Settled, day: string = today()): boolean =>
  isOverdueOfCents(invoice.status, invoice.dueDate, cents(invoice.balance), day);

/** As `isOverdue`, for a balance in cents. */
export const isOverdueOfCents = (status: Invoice['status'], dueDate: string | null, balance: number, day: string): boolean =>
  dueDate !== null && dueDate < day && balance > 0 && status !== 'draft' && status !== 'cancelled';

/**
 * The unpaid amount of a document that is not cancelled: the amount to pay less payments and credit notes, at least zero
 * (OUT-7: the same amount as on the PDF; SET-2).
 */
export function balanceOf(invoice: Owed & Pick<Invoice, 'amountPaid' | 'creditedAmount'>): string {
  const open = decimal(owedOf(invoice)).minus(invoice.amountPaid).minus(decimal(invoice.creditedAmount));
  return amount(open.lt(0) ? decimal(0) : open);
}

/** Whether VAT of an invoice is not due although nothing is left to be paid, so that no payment will make it due (VAT on collection). */
export const isNeverDue = (invoice: Owed & Pick<Invoice, 'amountPaid' | 'creditedAmount' | 'notDue'>): boolean =>
  decimal(balanceOf(invoice)).eq(0) &&
  (invoice.notDue ?? []).some(({ vat, vatLei }) => !decimal(vat).eq(0) || !decimal(vatLei).eq(0));

/**
 * Whether a document is settled as soon as it is issued: the seller has to pay (SET-5), there is nothing to pay
 * (SET-5), or all of it was prepaid.
 */
export const settlesItself = (invoice: Owed & Pick<Invoice, 'status'>): boolean =>
  invoice.status !== 'draft' && decimal(owedOf(invoice)).lte(0);

/**
 * The document with amount paid, balance and `paidAt` computed; the balance of a cancelled one is 0 (INV-51).
 */
export function settledBy<T extends Invoice>(invoice: T, payments: readonly Payment[]): T {
  if (settlesItself(invoice)) {
    // What is to be paid back counts as paid back at once. What was prepaid is stated by the document, and is no payment.
    const amountPaid = payments.length > 0 ? paidBy(payments) : amount(decimal(owedOf(invoice)));
    return { ...invoice, amountPaid, balance: '0.00', paidAt: invoice.issueDate };
  }
  const paid = { ...invoice, amountPaid: paidBy(payments) };
  const open = balanceOf(paid);
  return {
    ...paid,
    balance: invoice.status === 'cancelled' ? '0.00' : open,
    paidAt: decimal(open).eq(0) ? closingDate(owedOf(invoice), payments) : null,
  };
}

/**
 * The date of the payment that settled the document: in order of their dates, the payment with which the sum reached the amount
 * owed. If credit notes settled the rest, the date of the last payment.
 */
function closingDate(owed: string, payments: readonly Payment[]): string | null {
  const dated = payments.toSorted((a, b) => (a.paymentDate < b.paymentDate ? -1 : a.paymentDate > b.paymentDate ? 1 : 0));
  let paid = decimal(0);
  const closing = dated.find(payment => {
    paid = paid.plus(signedPayment(payment));
    return paid.gte(owed);
  });
  return (closing ?? dated.at(-1))?.paymentDate ?? null;
}
