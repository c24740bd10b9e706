import type { Actor } from '#shared/platform/access/model.ts';
import type { Recorded } from '#shared/documents/common/definition.ts';
import type { CollectBody } from '#shared/documents/common/input.ts';
import { createChild } from '#shared/documents/common/items.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { amount, decimal, decimals, MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { owedOf } from '#shared/model/amounts/owed.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { recordedPayment } from './events.ts';
import { PAYMENTS } from './store.ts';

/** An invoice that is created together with a payment, with the writes of the payment for the same transaction. */
export interface Collected {
  document: InvoiceDocument;
  /** The timeline entry of the payment; it follows the entry of the invoice's creation. Empty without a payment. */
  recorded: Recorded[];
  payments: Payment[];
  writes: Write[];
}

/**
 * Adds the payment that `collect` asks for to a new invoice. Both are stored in one transaction (SET-19 to SET-21). Pure.
 *
 * @throws 422 with messages by field of `collect` when the payment cannot be recorded
 */
export function collected(document: InvoiceDocument, collect: CollectBody | null | undefined, by: Actor): Collected {
  if (!collect) return { document, recorded: [], payments: [], writes: [] };
  const payment = paymentOf(document, collect, by);
  const paid = settledBy(document, [payment]);
  return {
    document: paid,
    recorded: [recordedPayment(document, paid, payment, by)],
    payments: [payment],
    writes: [createChild(PAYMENTS, document.companyId, document.id, payment)],
  };
}

/**
 * The payment that `collect` describes; its amount is by default all that is owed.
 *
 * @throws 422 with messages by field of `collect`
 */
function paymentOf(document: InvoiceDocument, collect: CollectBody, by: Actor): Payment {
  const owed = owedOf(document);
  const value = decimal(collect.value ?? owed);
  const paymentDate = collect.issueDate ?? document.issueDate;
  if (value.lte(0)) throw invalidFields({ 'collect.value': ['must be greater than 0'] });
  if (decimal(owed).lte(0)) throw invalidFields({ 'collect.value': ['needs an invoice with an amount to pay greater than 0'] });
  if (decimals(value) > 2 || value.gt(MAX_AMOUNT))
    throw invalidFields({ 'collect.value': [`must be at most ${MAX_AMOUNT} with 2 decimals`] });
  if (value.minus(owed).gt('0.01'))
    throw invalidFields({ 'collect.value': [`must not be greater than ${owed}, the amount to pay of the invoice`] });
  if (paymentDate > today()) throw invalidFields({ 'collect.issueDate': ['must not be in the future'] });
  const at = instant();
  return {
    id: newId(),
    invoiceId: document.id,
    amount: amount(value),
    currency: document.currency,
    paymentDate,
    paymentMethod: collect.type ?? 'bank_transfer',
    reference: collect.documentNumber ?? null,
    notes: collect.mentions ?? null,
    isReconciled: false,
    createdBy: personOf(by),
    createdAt: at,
    updatedAt: at,
  };
}
