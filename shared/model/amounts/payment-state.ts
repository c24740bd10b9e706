import { today } from '../../kernel/clock.ts';
import { amount, cents, decimal, sum } from '../../kernel/money.ts';
import type { Invoice } from '../invoice.ts';
import { type Owed, owedOf } from './owed.ts';
import type { Payment } from '../payment.ts';

/** Payment state, derived from amounts: it is separate from the fiscal status (completions-documents §1.17). Pure. */
export type PaymentStatus = 'unpaid' | 'partially_paid' | 'paid';

type Settled = Owed & Pick<Invoice, 'status' | 'amountPaid' | 'balance' | 'dueDate'>;

/** `unpaid`, `partially_paid` or `paid`; a document that nobody owes anything on is paid from its issue on. */
export const paymentStatusOf = (invoice: Settled): PaymentStatus =>
  paymentStatusOfCents(invoice.status, cents(owedOf(invoice)), cents(invoice.amountPaid));

/** `paymentStatusOf` of amounts in cents: what is owed before payments (`owedOf`), and what was paid. */
export function paymentStatusOfCents(status: Invoice['status'], owed: number, paid: number): PaymentStatus {
  if (owed <= 0) return status === 'draft' ? 'unpaid' : 'paid';
  if (paid === 0) return 'unpaid';
  return paid >= owed ? 'paid' : 'partially_paid';
}

/** Past its due date with something open, and in force. */
export const isOverdue = (invoice: Settled, day: string = today()): boolean =>
  isOverdueOfCents(invoice.status, invoice.dueDate, cents(invoice.balance), day);

/** `isOverdue` of a balance in cents. */
export const isOverdueOfCents = (status: Invoice['status'], dueDate: string | null, balance: number, day: string): boolean =>
  dueDate !== null && dueDate < day && balance > 0 && status !== 'draft' && status !== 'cancelled';

/**
 * What is open of a document that is in force: the amount to pay less payments and credits, never below zero (decisions.md §Requests
 * and answers: one figure with the PDF; completions-documents §1.6, §1.17).
 */
export function balanceOf(invoice: Owed & Pick<Invoice, 'amountPaid' | 'creditedAmount'>): string {
  const open = decimal(owedOf(invoice)).minus(invoice.amountPaid).minus(decimal(invoice.creditedAmount));
  return amount(open.lt(0) ? decimal(0) : open);
}

/**
 * Whether a document is settled by its issue: one that pays back (completions-documents §1.6), one that comes to nothing
 * (decisions.md §Fiscal rules), and one that was prepaid as a whole.
 */
export const settlesItself = (invoice: Owed & Pick<Invoice, 'status'>): boolean =>
  invoice.status !== 'draft' && decimal(owedOf(invoice)).lte(0);

/** The document as its payments and credits settle it; of a cancelled one nothing is open (completions-documents §1.5). */
export function settledBy<T extends Invoice>(invoice: T, payments: readonly Payment[]): T {
  if (settlesItself(invoice)) {
    // A prepayment is stated on the document; it is no payment recorded here.
    const amountPaid = decimal(invoice.total).gt(0) ? amount(sum(payments.map(payment => payment.amount))) : invoice.total;
    return { ...invoice, amountPaid, balance: '0.00', paidAt: invoice.issueDate };
  }
  const paid = { ...invoice, amountPaid: amount(sum(payments.map(payment => payment.amount))) };
  const open = balanceOf(paid);
  return {
    ...paid,
    balance: invoice.status === 'cancelled' ? '0.00' : open,
    paidAt: decimal(open).eq(0) ? closingDate(owedOf(invoice), payments) : null,
  };
}

/**
 * The date of the payment that closed the balance: of payments in the order of their dates the one that reached what was owed; where
 * credits took off the rest, the last one.
 */
function closingDate(owed: string, payments: readonly Payment[]): string | null {
  const dated = payments.toSorted((a, b) => (a.paymentDate < b.paymentDate ? -1 : a.paymentDate > b.paymentDate ? 1 : 0));
  let paid = decimal(0);
  const closing = dated.find(payment => {
    paid = paid.plus(payment.amount);
    return paid.gte(owed);
  });
  return (closing ?? dated.at(-1))?.paymentDate ?? null;
}
