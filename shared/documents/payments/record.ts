import { createChild, removeChild } from '#shared/documents/common/items.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { conflict, found, invalidFields, validation } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { amount, type Big, decimal } from '#shared/base/kernel/money.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { owedOf } from '#shared/model/amounts/owed.ts';
import type { Payment } from '#shared/model/payment.ts';
import { type PayableParts, type Payable, PAYMENTS } from './store.ts';
import { recordedPayment, removedPayment } from './events.ts';
import {
  offsetPayments,
  readOther,
  refuseOffset,
  refusePaidBack,
  refusePayBack,
  withOtherPayment,
  withoutOtherPayment,
} from './refunds-and-offsets.ts';
import type { PaymentBody } from './input.ts';
import { changeDocument, type OutcomeWith, type Unchanged } from '#shared/documents/common/transition.ts';
import type { DocumentType } from '#shared/documents/common/definition.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';

/** The recorded payment, the invoice after it, and warnings for the caller. */
export interface RecordedPayment {
  payment: Payment;
  invoice: Invoice;
  warnings: string[];
}

export interface RecordRequest {
  loaded: Payable;
  body: PaymentBody;
  by: Actor;
  commit: Commit<RecordedPayment>;
}

/**
 * Records money received on an invoice (SET-10 to SET-16), or what is paid back of it (refunds-and-offsets.ts). Concurrent payments
 * of one invoice are processed one after the other, each against the balance that the previous one left, so that their sum never
 * exceeds what is owed by more than 0.01. A repeated `idempotencyKey` returns the earlier payment.
 *
 * @throws 404 when the invoice no longer exists; 422 for a draft, a cancelled document, an amount to pay of 0 or less, another
 *   currency, a date in the future, and an amount above the balance; for refunds and offsets as refunds-and-offsets.ts.
 */
export function recordPayment(
  type: DocumentType<PayableParts>,
  { loaded, body, by, commit }: RecordRequest,
): Promise<RecordedPayment> {
  const answer = (writes: Write[], { document, payments }: Payable): Promise<RecordedPayment> => {
    const payment = found(payments.at(-1), 'Payment');
    return commit(writes, { payment, invoice: document, warnings: warningsOf(document, payment) });
  };
  return settle<RecordedPayment>(type, loaded, answer, async ({ document, payments }) => {
    const earlier = body.idempotencyKey ? payments.find(one => one.idempotencyKey === body.idempotencyKey) : undefined;
    if (earlier) return { unchanged: { payment: earlier, invoice: document, warnings: [] } };
    refuseUnfit(document, body);
    const payment = paymentOf(document, body, by);
    if (body.type === 'offset') return offsetOf({ document, payments }, payment, body, by);
    if (body.type === 'refund') refusePayBack(document, body);
    else refuseExcess(document, body);
    return withPayment(document, payments, payment, by);
  });
}

/** An offset: what is owed back on the invoice is booked as received on another one. @throws 404, 422 */
async function offsetOf(
  { document, payments }: Pick<Payable, 'document' | 'payments'>,
  payment: Payment,
  body: PaymentBody,
  by: Actor,
): Promise<OutcomeWith<PayableParts>> {
  if (!body.invoiceId) throw invalidFields({ invoiceId: ['is required: the invoice against which the amount is booked'] });
  const other = await readOther(document.companyId, body.invoiceId);
  refuseOffset(document, other.invoice, body);
  refusePayBack(document, body);
  const { from, to } = offsetPayments(payment, other.invoice);
  return withOtherPayment(withPayment(document, payments, from, by), other, to, by);
}

/** Adds a payment to an invoice and settles it again. Pure. */
export function withPayment(
  before: InvoiceDocument,
  payments: readonly Payment[],
  payment: Payment,
  by: Actor,
): OutcomeWith<PayableParts> {
  const all = [...payments, payment];
  const after = { ...settledBy(before, all), updatedAt: instant() };
  const { event, webhooks } = recordedPayment(before, after, payment, by);
  return {
    after,
    event,
    notifications: webhooks,
    also: { writes: [createChild(PAYMENTS, before.companyId, before.id, payment)] },
    children: { payments: all },
  };
}

export interface RemoveRequest {
  loaded: Payable;
  paymentId: string;
  by: Actor;
  commit: Commit<void>;
}

/**
 * Removes a payment; its amount is owed again. An offset is removed from both invoices.
 *
 * @throws 404 when the invoice has no such payment; 409 when it is reconciled, or more was paid back than would be left.
 */
export const removePayment = (
  type: DocumentType<PayableParts>,
  { loaded, paymentId, by, commit }: RemoveRequest,
): Promise<void> =>
  settle<void>(
    type,
    loaded,
    writes => commit(writes, undefined),
    async ({ document, payments }) => {
      const payment = findPayment(payments, paymentId);
      const outcome = withoutPayment(document, payments, payment, by);
      if (!payment.offset) return outcome;
      const other = await readOther(document.companyId, payment.offset.invoiceId);
      return withoutOtherPayment(outcome, other, payment.offset.paymentId, by);
    },
  );

/** Removes a payment from an invoice and settles it again. Pure. @throws 409 as `refusePaidBack` */
export function withoutPayment(
  before: InvoiceDocument,
  payments: readonly Payment[],
  payment: Payment,
  by: Actor,
): OutcomeWith<PayableParts> {
  const left = payments.filter(one => one.id !== payment.id);
  const after = { ...settledBy(before, left), updatedAt: instant() };
  refusePaidBack(before, after);
  const { event, webhooks } = removedPayment(after, payment, by);
  return {
    after,
    event,
    notifications: webhooks,
    also: { writes: [removeChild(PAYMENTS, before.companyId, before.id, payment.id)] },
    children: { payments: left },
  };
}

/** The payment to remove. @throws 404 when there is none of this id; 409 when it is reconciled */
export function findPayment(payments: readonly Payment[], id: string): Payment {
  const payment = found(
    payments.find(one => one.id === id),
    'Payment',
  );
  if (payment.isReconciled) throw conflict('A reconciled payment cannot be removed.', { reason: 'reconciled' });
  return payment;
}

/**
 * Applies `rule` to the invoice as it is stored now; callers that contend for the same invoice queue and run one after the other.
 */
function settle<R>(
  type: DocumentType<PayableParts>,
  loaded: Payable,
  commit: (writes: Write[], changed: Payable) => Promise<R>,
  rule: (stored: Payable) => Promise<OutcomeWith<PayableParts> | Unchanged<R>>,
): Promise<R> {
  const { companyId, id } = loaded.document;
  const queue = companyKey(companyId, `TURN#PAY#${id}`);
  return changeDocument(type, { company: companyId, id, loaded }, { commit, queue }, stored =>
    rule(found(stored, type.kind.title)),
  );
}

/** @throws 422 when the invoice can take no payment, or not in this currency or of this date */
function refuseUnfit(invoice: Invoice, body: PaymentBody): void {
  const { status } = invoice;
  if (status === 'draft' || status === 'cancelled') {
    const reason = status === 'draft' ? 'invoice_draft' : 'invoice_cancelled';
    throw validation(`An invoice in status ${status} accepts no payments.`, { status, reason });
  }
  if (decimal(owedOf(invoice)).lte(0))
    throw validation(
      'Payments need a document with an amount to pay greater than 0; one with a lower amount counts as settled.',
      {
        status,
        reason: 'nothing_owed',
      },
    );
  if (body.currency && body.currency !== invoice.currency)
    throw invalidFields({ currency: [`must be ${invoice.currency}, the currency of the invoice`] });
  if (body.paymentDate > today()) throw invalidFields({ paymentDate: ['must not be in the future'] });
  if (body.invoiceId && body.type !== 'offset') throw invalidFields({ invoiceId: ['is for offsets only (type)'] });
}

/** @throws 422 for more than is owed */
function refuseExcess(invoice: Invoice, body: PaymentBody): void {
  const most = mostPayable(invoice);
  if (decimal(body.amount).gt(most)) {
    const open = decimal(invoice.balance);
    throw invalidFields({ amount: [`must be at most ${amount(open)}, the balance of the invoice`] });
  }
}

/**
 * The largest accepted amount: 0.01 more than is owed, because the sum of rounded partial payments may exceed the total by that.
 */
const mostPayable = (invoice: Invoice): Big =>
  decimal(owedOf(invoice)).minus(invoice.amountPaid).minus(decimal(invoice.creditedAmount)).plus('0.01');

function paymentOf(invoice: Invoice, body: PaymentBody, by: Actor): Payment {
  const at = instant();
  return {
    id: newId(),
    invoiceId: invoice.id,
    ...(body.type === 'refund' && { type: 'refund', paysBack: true }),
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
