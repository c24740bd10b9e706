import type { Actor } from '../access/model.ts';
import { instant, today } from '../kernel/clock.ts';
import { conflict, found, invalidFields, validation } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { amount, type Big, decimal } from '../kernel/money.ts';
import { companyKey, companyScope } from '../store/table.ts';
import type { Commit, Write } from '../store/transact.ts';
import { withTicket } from '../store/ticket-queue.ts';
import { personOf } from '../documents/timeline.ts';
import type { Invoice, InvoiceDocument } from '../model/invoice.ts';
import { owedOf } from '../model/amounts/owed.ts';
import type { Payment } from '../model/payment.ts';
import { paymentRemoval, paymentWrite } from './store.ts';
import { recordedPayment, removedPayment } from './events.ts';
import type { PaymentBody } from './input.ts';
import { headWrites, readInvoice, type Recorded, type StoredInvoice } from '../documents/store.ts';
import { settledBy } from '../model/amounts/payment-state.ts';

/** What recording a payment answers. */
export interface RecordedPayment {
  payment: Payment;
  invoice: Invoice;
  warnings: string[];
}

export interface RecordRequest {
  loaded: StoredInvoice;
  body: PaymentBody;
  by: Actor;
  commit: Commit<RecordedPayment>;
}

/**
 * Records money received on an invoice (completions-documents §2). Payments of one invoice are decided one after the other, each on
 * what the one before left, so that their sum never exceeds what is owed by more than a cent.
 *
 * @throws 404 when the invoice is gone; 422 for a draft, a cancelled or negative document, another currency, a date in the future and
 *   an amount above what is open.
 */
export function recordPayment({ loaded, body, by, commit }: RecordRequest): Promise<RecordedPayment> {
  return inTurn(loaded, async (stored, more) => {
    const { document: before, payments } = stored;
    const earlier = body.idempotencyKey ? payments.find(one => one.idempotencyKey === body.idempotencyKey) : undefined;
    if (earlier) {
      const result = { payment: earlier, invoice: before, warnings: [] };
      return more.length > 0 ? commit(more, result) : result;
    }
    refusePayment(before, body);
    const payment = paymentOf(before, body, by);
    const after = { ...settledBy(before, [...payments, payment]), updatedAt: instant() };
    const writes = [
      ...changed(before, after, recordedPayment(before, after, payment, by)),
      paymentWrite(before, payment),
      ...more,
    ];
    return commit(writes, { payment, invoice: after, warnings: warningsOf(before, payment) });
  });
}

export interface RemoveRequest {
  loaded: StoredInvoice;
  paymentId: string;
  by: Actor;
  commit: Commit<void>;
}

/**
 * Removes a payment; what it closed is open again.
 *
 * @throws 404 when the invoice has no such payment; 409 when it is reconciled.
 */
export function removePayment({ loaded, paymentId, by, commit }: RemoveRequest): Promise<void> {
  return inTurn(loaded, async ({ document: before, payments }, more) => {
    const payment = findPayment(payments, paymentId);
    const left = payments.filter(one => one.id !== paymentId);
    const after = { ...settledBy(before, left), updatedAt: instant() };
    const writes = [...changed(before, after, removedPayment(after, payment, by)), paymentRemoval(before, payment), ...more];
    return commit(writes, undefined);
  });
}

/** The payment that may be removed. @throws 404, 409 */
export function findPayment(payments: readonly Payment[], id: string): Payment {
  const payment = found(
    payments.find(one => one.id === id),
    'Payment',
  );
  if (payment.isReconciled) throw conflict('A reconciled payment cannot be removed.', { reason: 'reconciled' });
  return payment;
}

/** Decides on the invoice as it is when its turn comes: at once, and where many crowd in, one after the other. */
function inTurn<T>(loaded: StoredInvoice, decide: (stored: StoredInvoice, more: Write[]) => Promise<T>): Promise<T> {
  const { companyId, id } = loaded.document;
  const company = companyScope(companyId);
  return withTicket(companyKey(company, `TURN#PAY#${id}`), async (attempt, more) =>
    decide(attempt === 0 ? loaded : found(await readInvoice(company, id), 'Invoice'), more),
  );
}

const changed = (before: InvoiceDocument, after: InvoiceDocument, recorded: Recorded): Write[] =>
  headWrites({ before, after, recorded: [recorded], inTurn: true });

/** @throws 422 for what the invoice does not admit */
function refusePayment(invoice: Invoice, body: PaymentBody): void {
  const { status } = invoice;
  if (status === 'draft' || status === 'cancelled') {
    const reason = status === 'draft' ? 'invoice_draft' : 'invoice_cancelled';
    throw validation(`Payments on an invoice in status ${status} are refused.`, { status, reason });
  }
  if (decimal(invoice.total).lte(0))
    throw validation('A document that pays back is settled by itself.', { status, reason: 'nothing_owed' });
  if (body.currency && body.currency !== invoice.currency)
    throw invalidFields({ currency: [`must be ${invoice.currency}, that of the invoice`] });
  if (body.paymentDate > today()) throw invalidFields({ paymentDate: ['must not be in the future'] });
  const most = mostPayable(invoice);
  if (decimal(body.amount).gt(most)) {
    const open = decimal(invoice.balance);
    throw invalidFields({ amount: [`must be at most ${amount(open)}: that is open of the invoice`] });
  }
}

/** A cent more than is owed is taken: sums of rounded parts may come to it. */
const mostPayable = (invoice: Invoice): Big =>
  decimal(owedOf(invoice)).minus(invoice.amountPaid).minus(decimal(invoice.creditedAmount)).plus('0.01');

function paymentOf(invoice: Invoice, body: PaymentBody, by: Actor): Payment {
  const at = instant();
  return {
    id: newId(),
    invoiceId: invoice.id,
    amount: amount(decimal(body.amount)),
    currency: invoice.currency,
    paymentDate: body.paymentDate,
    paymentMethod: body.paymentMethod ?? 'bank_transfer',
    reference: body.reference ?? null,
    notes: body.notes ?? null,
    isReconciled: false,
    ...(body.idempotencyKey && { idempotencyKey: body.idempotencyKey }),
    createdBy: personOf(by),
    createdAt: at,
    updatedAt: at,
  };
}

const warningsOf = (invoice: Invoice, payment: Payment): string[] =>
  payment.paymentDate < invoice.issueDate ? [`paymentDate: is before ${invoice.issueDate}, the issue date of the invoice.`] : [];
