import { countInvoice, type InvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { chooseSeries } from '#shared/records/catalogue/series/store.ts';
import type { Recorded } from '#shared/documents/common/definition.ts';
import type { CollectBody } from '#shared/documents/common/input.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { conversionRate } from '#shared/documents/common/convertible/conversion-terms.ts';
import type { Conversion } from '#shared/documents/common/convertible/input.ts';
import { blankInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import type { Convertible, ConvertibleDocument } from '#shared/model/convertible/document.ts';
import type { InvoiceDocument, InvoiceStatus } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { cashWrites } from '#shared/documents/payments/cash/day.ts';
import { collected } from '#shared/documents/payments/collect.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { withChanges } from './draft.ts';
import type { InvoiceBody } from './input.ts';
import type { StoredInvoice } from './read.ts';
import { INVOICES } from './store.ts';

/** Conversion of proformas and delivery notes into draft invoices (PRO-16 to PRO-23, DLN-33 to DLN-39). Pure. */

/** Fields that only one kind of source document has and the new invoice copies. */
export type SourceFields = Partial<Omit<InvoiceBody, 'lines' | 'clientId'>>;

/** The fields of an invoice that refer to its source documents. */
export type SourceLinks = Pick<
  InvoiceDocument,
  'proformaId' | 'proformaReference' | 'deliveryNoteId' | 'deliveryNoteReference' | 'deliveryNoteIds'
>;

/**
 * The draft invoice that a source document is converted to.
 *
 * @param request values of the request body, which replace those of the source
 * @param fields fields that only this kind of source has
 * @param links references from the invoice to its source
 * @throws 422 when the client, a VAT rate, a product or the series no longer exists, and for values that no invoice may hold
 */
export function convertedDraft(
  source: ConvertibleDocument,
  request: Conversion,
  { fields, links }: { fields: SourceFields; links: SourceLinks },
  context: InvoiceContext,
  by: Actor,
): InvoiceDocument {
  refuseGone(source, request, context);
  const { overrideFields } = request;
  const issueDate = request.issueDate ?? today();
  const dueDate = request.dueDate ?? latest(source.dueDate, issueDate);
  if (dueDate < issueDate) throw invalidFields({ dueDate: ['must not be before issueDate'] });
  const stated = Object.fromEntries(Object.entries(overrideFields ?? {}).filter(([, value]) => value !== undefined));
  const { currency, rate } = conversionRate(source, overrideFields);
  const body: InvoiceBody = {
    ...copiedFields(source),
    ...fields,
    ...stated,
    currency,
    exchangeRate: rate?.exchangeRate,
    clientId: source.clientId,
    documentSeriesId: request.invoiceSeriesId ?? null,
    issueDate,
    dueDate,
    lines: source.lines.map(lineBody),
  };
  const draft = withChanges(blankInvoice(body, context, personOf(by)), body, context);
  return { ...draft, ...rate, ...links };
}

/**
 * The invoice of a conversion and its writes, for the transaction that also marks the source as converted.
 *
 * @param quota the limit of the organization's plan; undefined if it has none
 * @param collect the payment to record with the invoice
 * @throws 422 as `collected`
 */
export function convertedInvoice(
  draft: InvoiceDocument,
  by: Actor,
  quota: InvoiceQuota | undefined,
  collect?: CollectBody | null,
): { invoice: StoredInvoice; writes: Write[] } {
  const created: Recorded = {
    event: newEvent<InvoiceStatus>('created', 'draft', 'Invoice created', personOf(by)),
    webhooks: [invoiceNotification('invoice.created', draft)],
  };
  const { document, recorded, payments, writes } = collected(draft, collect, by);
  const all = [created, ...recorded];
  return {
    invoice: { document, events: all.map(({ event }) => event).reverse(), payments, creditNotes: [] },
    writes: [
      ...createWrites(INVOICES, document, all),
      ...[...writes, ...cashWrites(document, payments, 1)],
      ...countInvoice(quota, document),
    ],
  };
}

/** @throws 422 by field, when a record that the source or the request refers to no longer exists */
function refuseGone(source: ConvertibleDocument, { invoiceSeriesId }: Conversion, context: InvoiceContext): void {
  const errors: FieldErrors = {};
  if (!context.client) errors['clientId'] = ['the client no longer exists'];
  source.lines.forEach(({ vatRateId, productId }, place) => {
    if (vatRateId && !context.vatRates.some(({ id }) => id === vatRateId))
      errors[`lines.${place}.vatRateId`] = ['the VAT rate no longer exists'];
    if (productId && !context.products.has(productId)) errors[`lines.${place}.productId`] = ['the product no longer exists'];
  });
  if (invoiceSeriesId && !context.series.some(({ id }) => id === invoiceSeriesId))
    errors['invoiceSeriesId'] = ['the series does not exist: name a series of the company, or leave it out'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  // Throws for a series of another type or an inactive one, under the field name of the request.
  chooseSeries([...context.series], KINDS.invoice.seriesType, invoiceSeriesId ?? null, 'invoiceSeriesId');
}

/** A due date, but not before the issue date; the issue date when there is none. */
const latest = (date: string | null, issueDate: string): string => (date === null || date < issueDate ? issueDate : date);

const copiedFields = (source: Convertible): SourceFields => ({
  notes: source.notes,
  deliveryLocation: source.deliveryLocation,
  projectReference: source.projectReference,
  issuerName: source.issuerName,
  issuerId: source.issuerId,
  mentions: source.mentions,
  internalNote: source.internalNote,
  metadata: source.metadata,
  salesAgent: source.salesAgent,
});

const lineBody = (line: DocumentLine): InvoiceBody['lines'][number] => ({
  description: line.description,
  quantity: line.quantity,
  unitPrice: line.unitPrice,
  unitOfMeasure: line.unitOfMeasure,
  vatRateId: line.vatRateId,
  // The rate record may have changed since: the rate that was agreed is on the line.
  vatRate: line.vatRate,
  vatCategoryCode: line.vatCategoryCode as InvoiceBody['lines'][number]['vatCategoryCode'],
  productId: line.productId,
  productCode: line.productCode,
  discount: line.discount,
  discountPercent: line.discountPercent,
  vatIncluded: line.vatIncluded,
  kind: line.kind,
  // Also of what the product has become since: the kind that was agreed is on the line.
  turnoverKind: line.turnoverKind ?? 'normal',
});
