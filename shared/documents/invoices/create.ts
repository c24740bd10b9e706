import { countInvoice, type InvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import { nextNumberOf } from '#shared/records/catalogue/series/store.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { blankInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { standingWarnings } from '#shared/model/correction-warnings.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { automaticVatWarnings } from './automatic-vat.ts';
import { publishedOf, withChanges } from './draft.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { InvoiceBody } from './input.ts';
import { statedRateWarnings } from '#shared/model/exchange-rate.ts';
import { withCollectedCash } from '#shared/documents/payments/cash/day.ts';
import { collected } from '#shared/documents/payments/collect.ts';
import type { Recorded } from '#shared/documents/common/definition.ts';
import { foundInvoiceId, idempotencyKey } from './repeated/idempotency-key.ts';
import { INVOICES } from './store.ts';
import { readInvoice, type InvoiceParts, type StoredInvoice } from './read.ts';
import { seriesWarnings } from '#shared/documents/common/fiscal/series-warnings.ts';
import { type CreateRequest, type NewDraftWith, storeDraft } from '#shared/documents/common/store-draft.ts';

/** The invoice that was created under an idempotency key; undefined when there is none. Two reads, one after the other. */
export async function readByKey(company: CompanyId, key: string): Promise<StoredInvoice | undefined> {
  const foundId = foundInvoiceId(await getItem(idempotencyKey(company, key)));
  return foundId === undefined ? undefined : readInvoice(company, foundId);
}

interface InvoiceRequest extends CreateRequest<InvoiceBody, StoredInvoice, InvoiceContext> {
  /** The limit of the organization's plan; undefined if it has none. */
  quota: InvoiceQuota | undefined;
}

/**
 * Creates a draft, or returns an existing invoice: that of the body's `idempotencyKey`, or a recent draft of the same client,
 * currency and total (INV-22 to INV-25).
 *
 * @throws 404 and 422 as `withChanges`; 422 for an invalid `collect`; 402 when the plan allows no more invoices in this month
 */
export async function createInvoice(request: InvoiceRequest): Promise<StoredInvoice> {
  const { series } = request.context;
  const { existing } = request;
  if (existing) return { ...existing, nextNumber: nextNumberOf(existing.document, series) };
  const drafted = await withCollectedCash(draftOf(request));
  const stored = await storeDraft(INVOICES, async () => drafted, request);
  return { ...stored, nextNumber: nextNumberOf(stored.document, series) };
}

function draftOf({ body, context, by, quota }: InvoiceRequest): NewDraftWith<InvoiceParts> {
  const document = withChanges(blankInvoice(body, context, personOf(by)), body, context);
  const created: Recorded = {
    event: newEvent('created', 'draft', 'Invoice created', personOf(by)),
    webhooks: [invoiceNotification('invoice.created', document)],
  };
  const extras = {
    nextNumber: nextNumberOf(document, context.series),
    warnings: [
      ...standingWarnings(document, context.parent),
      ...seriesWarnings(document, context.series),
      ...automaticVatWarnings(document, body, context),
      ...statedRateWarnings(document, body.exchangeRate, publishedOf(document, context)),
    ],
  };
  const { document: made, recorded, payments, writes } = collected(document, body.collect, by);
  return {
    document: made,
    recorded: [created, ...recorded],
    extras,
    children: { payments },
    writes: [...writes, ...countInvoice(quota, made)],
  };
}
