import { linesOf, partiesOf, seriesOf } from '#shared/documents/common/drafting.ts';
import { type Report, reportTo } from '#shared/documents/common/draft-rules.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { checkedDraft } from '#shared/documents/common/fiscal/draft-rules.ts';
import { type FieldErrors, notFound } from '#shared/base/kernel/errors.ts';
import { amount, decimal, decimals } from '#shared/base/kernel/money.ts';
import type { Company } from '#shared/model/company.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { canBeReversed } from '#shared/model/amounts/settlement.ts';
import { computeTotals } from '#shared/model/amounts/totals.ts';
import { publishedFor, rateAfterChange, type RateSources } from '#shared/model/exchange-rate.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { textsOf } from '#shared/model/invoice-fields.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import { kindOf } from '#shared/model/kinds.ts';
import type { DocumentLine, LineInput } from '#shared/model/line.ts';
import { parentFields, precedingRole } from '#shared/model/preceding.ts';
import { receiverOf, receiverParty } from '#shared/model/receiver.ts';
import { isSelfBilled } from '#shared/model/roles.ts';
import { automaticVat, lineVatFields } from '#shared/model/vat/rules.ts';
import { chargesVat, vatTermsOf } from '#shared/model/vat/status.ts';
import type { InvoiceChanges } from './input.ts';

/**
 * Applies a request to an invoice: fields that the request names replace the stored ones, and amounts are computed again. Status,
 * number, timestamps and files are left to the caller. Pure.
 *
 * @throws 404 for a client, series, VAT rate, product or parent that the company does not have; 422 with field messages for values
 *   that no document may hold.
 */
export function withChanges(document: InvoiceDocument, changes: InvoiceChanges, context: InvoiceContext): InvoiceDocument {
  const next: InvoiceDocument = withMetadata(
    patched(document, statedFields(document, changes, context.company)),
    changes.metadata,
  );
  const errors: FieldErrors = {};
  // Set first, because it decides the seller's bank account; the exchange rate is set last, because it depends on the lines.
  next.currency = changes.currency ?? document.currency;
  Object.assign(next, partiesOf(next, changes.clientId, context));
  if (!next.clientId) next.client = receiverParty(next);
  Object.assign(next, seriesOf(next, changes.documentSeriesId, kindOf(next), context.series));
  applyParent(next, changes, context, reportTo(errors));
  next.lines = changedLines(next, changes, context, reportTo(errors));
  Object.assign(next, rateAfterChange(document, changes, rateSources(next, changes, context, errors)));
  // New lines without `autoApplyVatRules` state their VAT themselves.
  if (changes.autoApplyVatRules) next.autoVat = true;
  else if (changes.lines || changes.autoApplyVatRules === false) delete next.autoVat;
  return checkedDraft(next, errors);
}

/** Fields that are copied without further rules: undefined = unchanged, null = cleared or reset to the default. */
const statedFields = (document: InvoiceDocument, changes: InvoiceChanges, company: Company) =>
  ({
    ...receiverOf(changes),
    ...textsOf(changes),
    clientBalanceExisting: asAmount(changes.clientBalanceExisting),
    clientBalanceOverdue: asAmount(changes.clientBalanceOverdue),
    taxPointDate: changes.taxPointDate,
    penaltyPercentPerDay: changes.penaltyPercentPerDay,
    penaltyGraceDays: changes.penaltyGraceDays,
    issueDate: changes.issueDate,
    dueDate: changes.dueDate,
    ublExtensions: changes.ublExtensions,
    // Nullable in the request, never null in the document:
    precedingInvoices: orIfNull(changes.precedingInvoices, []),
    paymentMethod: orIfNull(changes.paymentMethod, 'bank_transfer'),
    language: orIfNull(changes.language, 'ro'),
    invoiceTypeCode: orIfNull(changes.invoiceTypeCode, '380'),
    tvaLaIncasare: collectionOf(document, changes, company),
    platitorTva: orIfNull(changes.platitorTva, false),
    plataOnline: orIfNull(changes.plataOnline, false),
    isAdvance: orIfNull(changes.isAdvance, false),
    showClientBalance: orIfNull(changes.showClientBalance, false),
    penaltyEnabled: orIfNull(changes.penaltyEnabled, false),
    remindersDisabled: orIfNull(changes.remindersDisabled, false),
  }) satisfies { [Name in keyof InvoiceDocument]?: InvoiceDocument[Name] | undefined };

/**
 * VAT on collection of the changed draft: as the request states it; null asks for the company's status; a draft that has this by its dates keeps it
 * by its new dates.
 */
function collectionOf(document: InvoiceDocument, changes: InvoiceChanges, company: Company): boolean | undefined {
  const { tvaLaIncasare: stated, issueDate, taxPointDate, invoiceTypeCode } = changes;
  if (stated !== null && stated !== undefined) return stated;
  const terms = {
    issueDate: issueDate ?? document.issueDate,
    taxPointDate: taxPointDate === undefined ? document.taxPointDate : taxPointDate,
    invoiceTypeCode: invoiceTypeCode ?? document.invoiceTypeCode,
  };
  if (stated === null) return vatTermsOf(company, terms).onCollection;
  const isByStatus = vatTermsOf(company, document).onCollection === document.tvaLaIncasare;
  return company.vatStatus?.length && isByStatus ? vatTermsOf(company, terms).onCollection : undefined;
}

const orIfNull = <T>(value: T | null | undefined, fallback: NoInfer<T>): T | undefined => (value === null ? fallback : value);

/** An amount as amounts are stored, with two decimals; one with more decimals stays unchanged and is refused later. */
const asAmount = (value: string | null | undefined): string | null | undefined =>
  value == null || decimals(decimal(value)) > 2 ? value : amount(decimal(value));

/**
 * The possible sources of the exchange rate. A final invoice uses the rate of its own date, not that of the advance invoice that it
 * settles.
 */
function rateSources(next: InvoiceDocument, changes: InvoiceChanges, context: InvoiceContext, errors: FieldErrors): RateSources {
  const parent = parentOf(next, changes, context);
  // Invalid lines have no totals.
  const isSound = Object.keys(errors).length === 0;
  const settlesAdvance =
    isSound && parent !== undefined && precedingRole({ ...next, ...computeTotals(next.lines) }) === 'advance';
  return { parent: settlesAdvance ? undefined : parent, published: publishedOf(next, context) };
}

/** The published rate of the tax point that dates and VAT categories of the document determine. */
export const publishedOf = (document: InvoiceDocument, { published }: Pick<InvoiceContext, 'published'>) =>
  publishedFor(document, categoriesOf(document), published);

const categoriesOf = ({ lines, ublExtensions }: InvoiceDocument): string[] => [
  ...lines.map(line => line.vatCategoryCode),
  ...(ublExtensions?.allowanceCharges ?? []).map(entry => entry.taxCategoryCode),
];

/** The parent document after the change; undefined when it was not read. */
const parentOf = (
  document: Invoice,
  { parentDocumentId = document.parentDocumentId }: InvoiceChanges,
  { parent }: InvoiceContext,
) => (parent?.id === parentDocumentId ? parent : undefined);

/** Sets the parent document and the fields that depend on it. @throws 404 for a document that the company does not have */
function applyParent(
  next: InvoiceDocument,
  { parentDocumentId }: InvoiceChanges,
  { parent }: InvoiceContext,
  report: Report,
): void {
  if (parentDocumentId === undefined) return;
  delete next.selfBilled;
  Object.assign(next, { parentDocumentId, parentDocument: null });
  if (parentDocumentId === null) return;
  if (parent?.id !== parentDocumentId) throw notFound('Parent document');
  // A draft has no number to refer to; a cancelled document is void, unless the authority has validated it.
  if (!canBeReversed(parent)) report('parentDocumentId', 'must be an issued document');
  Object.assign(next, parentFields(parent));
}

/** The lines of the request, or else the stored ones, with the VAT of `autoApplyVatRules` where it is set. */
function changedLines(next: InvoiceDocument, changes: InvoiceChanges, context: InvoiceContext, report: Report): DocumentLine[] {
  // The VAT rules are for sales to the client; a self-billed invoice is a purchase from it.
  const isAutomatic = changes.autoApplyVatRules === true && !isSelfBilled(next);
  const vat = isAutomatic ? (kind: LineInput['kind']) => automaticVat(context.client ?? null, kind) : undefined;
  const vatIncluded = changes.autoApplyVatRules ? (changes.vatIncluded ?? undefined) : undefined;
  const { isCreditNote } = next;
  if (changes.lines) {
    const { currency } = next;
    const terms = { chargesVat: chargesVat(next, context.company), currency, isCreditNote, vat, vatIncluded };
    return linesOf(changes.lines, terms, context, report);
  }
  return next.lines.map(line => {
    const ruled = line.turnoverKind ? undefined : vat?.(line.kind);
    return { ...line, ...(ruled && lineVatFields(ruled)), ...(vatIncluded !== undefined && { vatIncluded }) };
  });
}
