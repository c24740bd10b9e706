import type { Actor } from '../identity/model.ts';
import { instant, today } from '../kernel/clock.ts';
import { invalidFields } from '../kernel/errors.ts';
import { newId, randomHex } from '../kernel/ids.ts';
import { amount, decimal, decimals, MAX_AMOUNT } from '../kernel/money.ts';
import { companyScope } from '../store/table.ts';
import { type Commit, ConditionFailed, retryOnContention } from '../store/transact.ts';
import { type DraftingContext, sellerOf, withChanges } from './draft.ts';
import { draftMatchWrite, idempotencyKeyWrite, matchWrites, standingFor, stillMatches } from './duplicates.ts';
import { newEvent, notification, personOf } from './events.ts';
import type { InvoiceBody } from './input.ts';
import type { InvoiceDocument } from './model.ts';
import { type Payment, paymentWrite } from './payment.ts';
import { createWrites, type Recorded, readInvoice, type StoredInvoice } from './repository.ts';
import { notifyPayment, withPayment } from './settle.ts';

export interface CreateRequest {
  body: InvoiceBody;
  /** The invoice that stands under the body's `idempotencyKey` already. */
  existing: StoredInvoice | undefined;
  context: DraftingContext;
  by: Actor;
  commit: Commit<StoredInvoice>;
  /** The caller sent `Idempotency-Key`: the fuzzy match of drafts does not apply (decisions.md §Idempotency 3). */
  idempotent: boolean;
}

/**
 * Creates a draft, or returns the invoice that the body's `idempotencyKey` or the fuzzy match of drafts stands for
 * (interface.md §Idempotency rules). Key, match, counters, payment of `collect`, timeline and document are one transaction, so
 * that of any number of equal calls at once one creates and the others find.
 *
 * @throws 404 and 422 of `withChanges`; 422 for a bad `collect`.
 */
export async function createInvoice(request: CreateRequest): Promise<StoredInvoice> {
  const { body, context } = request;
  if (request.existing) return request.existing;
  const company = companyScope(context.company.id);
  const drafted = draftOf(request);
  const { document, payments, recorded } = drafted;
  const created: StoredInvoice = { document, payments, events: recorded.map(one => one.event).reverse() };
  const keyed = body.idempotencyKey != null || request.idempotent;
  const writes = [
    ...createWrites(document, recorded),
    ...payments.map(payment => paymentWrite(document, payment)),
    ...(keyed ? matchWrites(null, document) : []),
  ];
  let stale: string | undefined;

  return retryOnContention(async () => {
    const lookup = body.idempotencyKey
      ? idempotencyKeyWrite(document, body.idempotencyKey)
      : request.idempotent
        ? undefined
        : draftMatchWrite(document, stale);
    try {
      return await request.commit(lookup ? [lookup, ...writes] : writes, created);
    } catch (error) {
      if (!lookup || !(error instanceof ConditionFailed) || error.write !== 0) throw error;
      const standing = standingFor(error.found);
      const existing = standing && (await readInvoice(company, standing));
      if (existing && (body.idempotencyKey || stillMatches(document, existing.document))) return existing;
      stale = standing;
      throw error;
    }
  });
}

interface Drafted {
  document: InvoiceDocument;
  payments: Payment[];
  recorded: Recorded[];
}

function draftOf({ body, context, by }: CreateRequest): Drafted {
  const document = withChanges(blankDraft(body, context, by), body, context);
  const created: Recorded = {
    event: newEvent('created', 'draft', 'Invoice created', personOf(by)),
    webhooks: [notification('invoice.created', document)],
  };
  const payment = body.collect ? collected(document, body.collect, by) : undefined;
  if (!payment) return { document, payments: [], recorded: [created] };
  const paid = withPayment(document, payment);
  return { document: paid, payments: [payment], recorded: [created, notifyPayment(paid, payment, by)] };
}

/** The payment that `collect` makes at once (completions-accounts §17). @throws 422 when it cannot be recorded. */
function collected(document: InvoiceDocument, collect: NonNullable<InvoiceBody['collect']>, by: Actor): Payment {
  const value = decimal(collect.value ?? document.total);
  const paymentDate = collect.issueDate ?? document.issueDate;
  if (value.lte(0)) throw invalidFields({ 'collect.value': ['must be greater than 0'] });
  if (decimals(value) > 2 || value.gt(MAX_AMOUNT))
    throw invalidFields({ 'collect.value': [`must be at most ${MAX_AMOUNT} with 2 decimals`] });
  if (value.minus(document.total).gt('0.01'))
    throw invalidFields({ 'collect.value': ['must not be greater than the total of the invoice'] });
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

/** A new draft with the defaults of interface.md, before anything of the request. */
export function blankDraft(
  body: { issueDate: string; idempotencyKey?: string | null | undefined },
  context: DraftingContext,
  by: Actor,
): InvoiceDocument {
  const at = instant();
  return {
    companyId: context.company.id,
    id: newId(),
    version: 1,
    number: `DRAFT-${randomHex(4)}`,
    sequence: null,
    status: 'draft',
    direction: 'outgoing',
    isCreditNote: false,
    documentType: 'invoice',
    invoiceTypeCode: '380',
    seriesId: null,
    series: null,
    parentDocumentId: null,
    parentDocument: null,
    issueDate: body.issueDate,
    dueDate: null,
    currency: context.company.defaultCurrency,
    exchangeRate: '1',
    language: 'ro',
    seller: sellerOf(context.company, context.bankAccounts, context.company.defaultCurrency),
    clientId: null,
    client: null,
    receiverName: null,
    receiverCif: null,
    notes: null,
    paymentTerms: null,
    paymentMethod: 'bank_transfer',
    deliveryLocation: null,
    projectReference: null,
    orderNumber: null,
    contractNumber: null,
    issuerName: null,
    issuerId: null,
    mentions: null,
    internalNote: null,
    salesAgent: null,
    deputyName: null,
    deputyIdentityCard: null,
    deputyAuto: null,
    tvaLaIncasare: false,
    platitorTva: false,
    plataOnline: false,
    showClientBalance: false,
    clientBalanceExisting: null,
    clientBalanceOverdue: null,
    taxPointDate: null,
    taxPointDateCode: null,
    buyerReference: null,
    receivingAdviceReference: null,
    despatchAdviceReference: null,
    tenderOrLotReference: null,
    invoicedObjectIdentifier: null,
    buyerAccountingReference: null,
    businessProcessType: null,
    payeeName: null,
    payeeIdentifier: null,
    payeeLegalRegistrationIdentifier: null,
    payeeBankAccount: null,
    payeeBankName: null,
    penaltyEnabled: false,
    penaltyPercentPerDay: null,
    penaltyGraceDays: null,
    ublExtensions: null,
    idempotencyKey: body.idempotencyKey ?? null,
    lines: [],
    subtotal: '0.00',
    discount: '0.00',
    vatTotal: '0.00',
    total: '0.00',
    amountPaid: '0.00',
    balance: '0.00',
    paidAt: null,
    vatGroups: [],
    xmlPath: null,
    pdfPath: null,
    taxauthStatus: null,
    taxauthSubmissionId: null,
    taxauthUploadIndex: null,
    taxauthDownloadId: null,
    taxauthValidationErrors: null,
    submission: null,
    submittedAt: null,
    validatedAt: null,
    issuedAt: null,
    cancellationReason: null,
    cancelledAt: null,
    cancelledBy: null,
    cancelledFromStatus: null,
    restoredAt: null,
    restoredBy: null,
    createdBy: personOf(by),
    createdAt: at,
    updatedAt: at,
  };
}
