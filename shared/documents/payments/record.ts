import type { Actor } from '#shared/platform/access/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { conflict, found, invalidFields } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import { requireOpenPeriod, withinPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Payable, PayableParts } from './store.ts';
import { paymentRemovals, paymentWrites } from './writes.ts';
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
import { refuseExcess, refuseUnfit } from './refusals.ts';
import { changeDocument, type OutcomeWith, type Unchanged } from '#shared/documents/common/transition.ts';
import type { DocumentType } from '#shared/documents/common/definition.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { collecting, uncollecting } from '#shared/model/fiscal/collection.ts';

/** The recorded payment, the invoice after it, and warnings for the caller. */
export interface RecordedPayment {
  payment: Payment;
  invoice: Invoice;
  /** The payments that the invoice has had before. */
  earlier: readonly Payment[];
  warnings: string[];
}

export interface RecordRequest {
  company: Company;
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
 *   currency, a date in the future, and an amount above the balance; for refunds and offsets as refunds-and-offsets.ts, and as `requireOpenPeriod`.
 */
export function recordPayment(
  type: DocumentType<PayableParts>,
  { company, loaded, body, by, commit }: RecordRequest,
): Promise<RecordedPayment> {
  const answer = (writes: Write[], { document, payments }: Payable): Promise<RecordedPayment> => {
    const payment = found(payments.at(-1), 'Payment');
    return commit(writes, {
      ...{ payment, invoice: document, earlier: payments.slice(0, -1) },
      warnings: warningsOf(document, payment),
    });
  };
  return settle<RecordedPayment>(type, loaded, answer, async ({ document, payments }, attempt) => {
    const earlier = body.idempotencyKey ? payments.find(one => one.idempotencyKey === body.idempotencyKey) : undefined;
    if (earlier) return { unchanged: { payment: earlier, invoice: document, earlier: [], warnings: [] } };
    return newPayment({ company, document, payments, body, by, attempt });
  });
}

/** What decides on a change of the payments of an invoice as it is stored now. */
interface PaymentTerms extends Pick<Payable, 'document' | 'payments'> {
  company: Company;
  by: Actor;
  /** The number of the attempt, from 0. */
  attempt: number;
}

/**
 * The outcome of a new payment of an invoice, which `recordPayment` writes alone, and a receipt together with its number.
 *
 * @throws 422 as `recordPayment`
 */
export async function newPayment(
  terms: PaymentTerms & { body: PaymentBody; receipt?: NonNullable<Payment['receipt']> },
): Promise<OutcomeWith<PayableParts>> {
  const { company, document, payments, body, by, attempt, receipt } = terms;
  refuseUnfit(document, body);
  const payment: Payment = { ...paymentOf(document, body, by), ...(receipt && { receipt }) };
  const outcome = await outcomeOf({ document, payments }, payment, body, by);
  const change = { before: document, after: outcome.after, added: makesDue(outcome, document) ? [payment] : [] };
  return withinPeriod(outcome, await requireOpenPeriod({ company, attempt }, change));
}

/** Whether a change of payments makes VAT due, or due no longer, on the document or on the other one of an offset. */
const makesDue = ({ after, also }: OutcomeWith<PayableParts>, before: Invoice): boolean =>
  after.notDue !== before.notDue || (also?.documents ?? []).some(one => one.after.notDue !== one.before.notDue);

/** The outcome of a new payment, by its type. @throws 404, 422 */
async function outcomeOf(
  { document, payments }: Pick<Payable, 'document' | 'payments'>,
  payment: Payment,
  body: PaymentBody,
  by: Actor,
): Promise<OutcomeWith<PayableParts>> {
  if (body.type === 'offset') return offsetOf({ document, payments }, payment, body, by);
  if (body.type === 'refund') refusePayBack(document, body);
  else refuseExcess(document, body);
  return withPayment(document, payments, payment, by);
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
  const { invoice, payment: recorded } = collecting(before, payment);
  const all = [...payments, recorded];
  const after = { ...settledBy(invoice, all), updatedAt: instant() };
  const { event, webhooks } = recordedPayment(before, after, recorded, by);
  return {
    after,
    event,
    notifications: webhooks,
    also: { writes: paymentWrites(before, recorded) },
    children: { payments: all },
  };
}

export interface RemoveRequest {
  company: Company;
  loaded: Payable;
  paymentId: string;
  by: Actor;
  commit: Commit<void>;
}

/**
 * Removes a payment; its amount is owed again. An offset is removed from both invoices.
 *
 * @throws 404 when the invoice has no such payment; 409 when it is reconciled, or more was paid back than would be left; 422 as `requireOpenPeriod`.
 */
export const removePayment = (
  type: DocumentType<PayableParts>,
  { company, loaded, paymentId, by, commit }: RemoveRequest,
): Promise<void> =>
  settle<void>(
    type,
    loaded,
    writes => commit(writes, undefined),
    async ({ document, payments }, attempt) => {
      const payment = findPayment(payments, paymentId);
      return withoutOldPayment({ company, document, payments, payment, by, attempt });
    },
  );

/**
 * The outcome of the removal of a payment of an invoice, which `removePayment` writes alone, and a cancelled receipt with its own.
 *
 * @throws 409, 422 as `removePayment`
 */
export async function withoutOldPayment(terms: PaymentTerms & { payment: Payment }): Promise<OutcomeWith<PayableParts>> {
  const { company, document, payments, payment, by, attempt } = terms;
  const alone = withoutPayment(document, payments, payment, by);
  const { offset } = payment;
  const outcome = offset
    ? withoutOtherPayment(alone, await readOther(document.companyId, offset.invoiceId), offset.paymentId, by)
    : alone;
  const change = { before: document, after: outcome.after, removed: makesDue(outcome, document) ? [payment] : [] };
  return withinPeriod(outcome, await requireOpenPeriod({ company, attempt }, change));
}

/** Removes a payment from an invoice and settles it again. Pure. @throws 409 as `refusePaidBack` */
export function withoutPayment(
  before: InvoiceDocument,
  payments: readonly Payment[],
  payment: Payment,
  by: Actor,
): OutcomeWith<PayableParts> {
  const left = payments.filter(one => one.id !== payment.id);
  const after = { ...settledBy(uncollecting(before, payment), left), updatedAt: instant() };
  refusePaidBack(before, after);
  const { event, webhooks } = removedPayment(after, payment, by);
  return {
    after,
    event,
    notifications: webhooks,
    also: { writes: paymentRemovals(before, payment) },
    children: { payments: left },
  };
}

/** The payment to remove. @throws 404 when there is none of this id; 409 when it is reconciled, or part of a receipt or an allocation */
export function findPayment(payments: readonly Payment[], id: string): Payment {
  const payment = found(
    payments.find(one => one.id === id),
    'Payment',
  );
  if (payment.isReconciled) throw conflict('A reconciled payment cannot be removed.', { reason: 'reconciled' });
  if (payment.receipt)
    throw conflict(`The payment belongs to the receipt ${payment.receipt.number}: cancel that.`, {
      ...{ reason: 'has_receipt', receiptId: payment.receipt.id },
    });
  if (payment.allocationId)
    throw conflict(`The payment is part of the allocation ${payment.allocationId}: undo that.`, {
      ...{ reason: 'allocated', allocationId: payment.allocationId },
    });
  return payment;
}

/**
 * Applies `rule` to the invoice as it is stored now; callers that contend for the same invoice queue and run one after the other.
 */
function settle<R>(
  type: DocumentType<PayableParts>,
  loaded: Payable,
  commit: (writes: Write[], changed: Payable) => Promise<R>,
  rule: (stored: Payable, attempt: number) => Promise<OutcomeWith<PayableParts> | Unchanged<R>>,
): Promise<R> {
  const { companyId, id } = loaded.document;
  const queue = companyKey(companyId, `TURN#PAY#${id}`);
  return changeDocument(type, { company: companyId, id, loaded }, { commit, queue }, (stored, attempt) =>
    rule(found(stored, type.kind.title), attempt),
  );
}

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
