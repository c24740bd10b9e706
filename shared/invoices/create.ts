import { createChild } from '../documents/items.ts';
import { nextNumberOf } from '../catalogue/series/store.ts';
import type { Actor } from '../access/model.ts';
import { instant, today } from '../kernel/clock.ts';
import { invalidFields } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { amount, decimal, decimals, MAX_AMOUNT } from '../kernel/money.ts';
import { getItem } from '../store/read.ts';
import { type CompanyId, companyScope } from '../store/table.ts';
import { blankInvoice } from '../documents/fiscal/blank-invoice.ts';
import { standingWarnings } from '../model/correction-warnings.ts';
import type { InvoiceContext } from '../documents/fiscal/context.ts';
import { withChanges } from './draft.ts';
import { newEvent, personOf } from '../documents/timeline.ts';
import { invoiceNotification } from '../webhooks/notification.ts';
import type { InvoiceBody } from './input.ts';
import type { Invoice, InvoiceDocument } from '../model/invoice.ts';
import { owedOf } from '../model/amounts/owed.ts';
import type { Payment } from '../model/payment.ts';
import { recordedPayment } from '../payments/events.ts';
import type { Recorded } from '../documents/definition.ts';
import { PAYMENTS } from '../payments/store.ts';
import { idempotencyKey, standingFor } from './duplicates.ts';
import { INVOICES } from './store.ts';
import { readInvoice, type StoredInvoice } from './read.ts';
import { selfBilledSeriesWarnings } from '../documents/fiscal/self-billed-series.ts';
import { settledBy } from '../model/amounts/payment-state.ts';
import { type CreateRequest, type NewDraftWith, storeDraft } from '../documents/store-draft.ts';

/** The invoice that was created under a key; undefined while there is none. Two reads, one after the other. */
export async function readByKey(company: CompanyId, key: string): Promise<StoredInvoice | undefined> {
  const standing = standingFor(await getItem(idempotencyKey(company, key)));
  return standing === undefined ? undefined : readInvoice(company, standing);
}

type InvoiceRequest = CreateRequest<InvoiceBody, StoredInvoice, InvoiceContext>;

/**
 * Creates a draft, or returns the invoice that the body's `idempotencyKey` or the fuzzy match of drafts stands for
 * (interface.md §Idempotency rules).
 *
 * @throws 404 and 422 of `withChanges`; 422 for a bad `collect`.
 */
export async function createInvoice(request: InvoiceRequest): Promise<StoredInvoice> {
  const { series } = request.context;
  const { existing } = request;
  if (existing) return { ...existing, nextNumber: nextNumberOf(existing.document, series) };
  const drafted = draftOf(request);
  const stored = await storeDraft(INVOICES, async () => drafted, request);
  return { ...stored, nextNumber: nextNumberOf(stored.document, series) };
}

function draftOf({ body, context, by }: InvoiceRequest): NewDraftWith<Invoice, StoredInvoice> {
  const document = withChanges(blankInvoice(body, context, by), body, context);
  const created: Recorded = {
    event: newEvent('created', 'draft', 'Invoice created', personOf(by)),
    webhooks: [invoiceNotification('invoice.created', document)],
  };
  const extras = {
    nextNumber: nextNumberOf(document, context.series),
    warnings: [...standingWarnings(document, context.parent), ...selfBilledSeriesWarnings(document, context.series)],
  };
  const payment = body.collect ? collected(document, body.collect, by) : undefined;
  if (!payment) return { document, recorded: [created], extras };
  const paid = settledBy(document, [payment]);
  const recorded = [created, recordedPayment(document, paid, payment, by)];
  const writes = [createChild(PAYMENTS, companyScope(document.companyId), document.id, payment)];
  return { document: paid, recorded, extras, children: { payments: [payment] }, writes };
}

/** The payment that `collect` makes at once (completions-accounts §17). @throws 422 when it cannot be recorded. */
function collected(document: InvoiceDocument, collect: NonNullable<InvoiceBody['collect']>, by: Actor): Payment {
  const owed = owedOf(document);
  const value = decimal(collect.value ?? owed);
  const paymentDate = collect.issueDate ?? document.issueDate;
  if (value.lte(0)) throw invalidFields({ 'collect.value': ['must be greater than 0'] });
  if (decimal(document.total).lte(0)) throw invalidFields({ 'collect.value': ['needs an invoice with a total greater than 0'] });
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
