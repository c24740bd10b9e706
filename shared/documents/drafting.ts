import type { Product } from '../catalogue/products/store.ts';
import { chooseSeries, type Series } from '../catalogue/series/store.ts';
import type { VatRate } from '../catalogue/vat-rates/store.ts';
import { isSelfBilled, supplierIdentifiers } from '../model/roles.ts';
import { type FieldErrors, invalidFields, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { amount, decimal, decimals } from '../kernel/money.ts';
import { accountOnDocuments, type BankAccount } from '../parties/bank-accounts/store.ts';
import type { Client } from '../parties/clients/store.ts';
import type { Company } from '../model/company.ts';
import { checkDocument, checkLine, checkTotals, type Fault, faultsIn } from './draft-rules.ts';
import { changedRate } from '../model/exchange-rate.ts';
import type { InvoiceChanges, LineBody } from './input.ts';
import type { DocumentRef } from '../model/document.ts';
import type { CreditNoteLink, Invoice, InvoiceDocument } from '../model/invoice.ts';
import type { DocumentLine, LineInput } from '../model/line.ts';
import type { Party, Seller } from '../model/party.ts';
import { withPayable } from '../model/amounts/payable.ts';
import { receiverParty } from '../model/receiver.ts';
import { balanceOf } from '../model/amounts/payment-state.ts';
import { computeTotals } from '../model/amounts/totals.ts';
import { automaticVat, type LineVat, vatOfLine } from '../model/vat/rules.ts';

/** What a draft is made of beside the request: read in one wave, passed in, so that drafting is a pure function. */
export interface DraftingContext {
  company: Company;
  bankAccounts: readonly BankAccount[];
  series: readonly Series[];
  vatRates: readonly VatRate[];
  client: Client | undefined;
  products: ReadonlyMap<string, Product>;
  /** The document that the request names as parent, or the draft's own where it bears on the change. */
  parent: Invoice | undefined;
  /** The lines of the parent, when the request is for a credit note of it. */
  parentLines: readonly DocumentLine[];
  /** The credit notes of the parent, when the request is for one. */
  credits: readonly CreditNoteLink[];
}

/** The company as the seller of a document in `currency` (completions-accounts §15: which account is printed). */
export function sellerOf(company: Company, bankAccounts: readonly BankAccount[], currency: string): Seller {
  const account = accountOnDocuments([...bankAccounts], currency);
  return {
    id: company.id,
    type: 'company',
    name: company.name,
    cif: company.cif,
    cnp: null,
    vatCode: company.vatCode,
    isVatPayer: company.vatPayer,
    registrationNumber: company.registrationNumber,
    address: company.address,
    city: company.city,
    county: company.state,
    postalCode: null,
    country: company.country,
    email: company.email,
    phone: company.phone,
    capitalSocial: company.capitalSocial,
    taxExemptionReason: company.taxExemptionReason,
    taxExemptionReasonCode: company.taxExemptionReasonCode,
    website: company.website,
    iban: account?.iban ?? company.bankAccount,
    bankName: account ? account.bankName : company.bankName,
  };
}

/** A client record as the buyer of a document. */
export const buyerOf = (client: Client): Party => ({
  id: client.id,
  type: client.type,
  name: client.name,
  cif: client.cui,
  cnp: client.cnp,
  sendPersonalNumber: client.sendPersonalNumber ?? false,
  vatCode: client.vatCode,
  isVatPayer: client.isVatPayer,
  registrationNumber: client.registrationNumber,
  address: client.address,
  city: client.city,
  county: client.county,
  postalCode: client.postalCode,
  country: client.country,
  email: client.email,
  phone: client.phone,
  bankAccount: client.bankAccount,
  bankName: client.bankName,
});

/**
 * The document after a change of the draft: what the request names replaces what was there, amounts are computed anew.
 * Status, number, stamps and files are the caller's.
 *
 * @throws 404 for a client, series, VAT rate, product or parent that the company does not have; 422 with field messages for
 *   values that no document may hold.
 */
export function withChanges(document: InvoiceDocument, changes: InvoiceChanges, context: DraftingContext): InvoiceDocument {
  const next: InvoiceDocument = { ...document, ...definedFields(changes) };
  const errors: FieldErrors = {};
  next.issueDate = changes.issueDate ?? document.issueDate;
  Object.assign(next, changedRate(document, changes, parentOf(document, changes, context)));
  applyParties(next, changes, context);
  applySeries(next, changes, context);
  applyParent(next, changes, context, faultsIn(errors));
  next.lines = linesOf(next, changes, context, faultsIn(errors));
  // Lines that were stated anew without it state their VAT themselves.
  if (changes.autoApplyVatRules) next.autoVat = true;
  else if (changes.lines || changes.autoApplyVatRules === false) delete next.autoVat;
  checkDocument(next, faultsIn(errors));
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const drafted = withTotals(next);
  checkTotals(drafted);
  return drafted;
}

/** The document with the amounts of its lines, groups and totals computed. */
export function withTotals(document: InvoiceDocument): InvoiceDocument {
  const { lines, vatGroups, subtotal, discount, vatTotal, total } = computeTotals(document.lines);
  const next = withPayable({ ...document, lines, vatGroups, subtotal, discount, vatTotal, total });
  return { ...next, balance: balanceOf(next) };
}

/** Fields that are copied as they come: undefined = unchanged, null = cleared or the field's default. */
function definedFields(changes: InvoiceChanges): Partial<InvoiceDocument> {
  const fields = {
    receiverName: changes.receiverName,
    receiverCif: changes.receiverCif,
    receiverAddress: changes.receiverAddress,
    receiverCity: changes.receiverCity,
    receiverCounty: changes.receiverCounty,
    receiverCountry: changes.receiverCountry,
    notes: changes.notes,
    paymentTerms: changes.paymentTerms,
    deliveryLocation: changes.deliveryLocation,
    projectReference: changes.projectReference,
    orderNumber: changes.orderNumber,
    contractNumber: changes.contractNumber,
    issuerName: changes.issuerName,
    issuerId: changes.issuerId,
    mentions: changes.mentions,
    internalNote: changes.internalNote,
    salesAgent: changes.salesAgent,
    deputyName: changes.deputyName,
    deputyIdentityCard: changes.deputyIdentityCard,
    deputyAuto: changes.deputyAuto,
    clientBalanceExisting: asAmount(changes.clientBalanceExisting),
    clientBalanceOverdue: asAmount(changes.clientBalanceOverdue),
    taxPointDate: changes.taxPointDate,
    taxPointDateCode: changes.taxPointDateCode,
    buyerReference: changes.buyerReference,
    receivingAdviceReference: changes.receivingAdviceReference,
    despatchAdviceReference: changes.despatchAdviceReference,
    tenderOrLotReference: changes.tenderOrLotReference,
    invoicedObjectIdentifier: changes.invoicedObjectIdentifier,
    buyerAccountingReference: changes.buyerAccountingReference,
    businessProcessType: changes.businessProcessType,
    payeeName: changes.payeeName,
    payeeIdentifier: changes.payeeIdentifier,
    payeeLegalRegistrationIdentifier: changes.payeeLegalRegistrationIdentifier,
    payeeBankAccount: changes.payeeBankAccount,
    payeeBankName: changes.payeeBankName,
    penaltyPercentPerDay: changes.penaltyPercentPerDay,
    penaltyGraceDays: changes.penaltyGraceDays,
    dueDate: changes.dueDate,
    precedingInvoices: changes.precedingInvoices === null ? [] : changes.precedingInvoices,
    ublExtensions: changes.ublExtensions,
    // Nullable in the request, never null in the document:
    paymentMethod: changes.paymentMethod === null ? 'bank_transfer' : changes.paymentMethod,
    language: changes.language === null ? 'ro' : changes.language,
    invoiceTypeCode: changes.invoiceTypeCode === null ? '380' : changes.invoiceTypeCode,
    tvaLaIncasare: changes.tvaLaIncasare === null ? false : changes.tvaLaIncasare,
    platitorTva: changes.platitorTva === null ? false : changes.platitorTva,
    plataOnline: changes.plataOnline === null ? false : changes.plataOnline,
    showClientBalance: changes.showClientBalance === null ? false : changes.showClientBalance,
    penaltyEnabled: changes.penaltyEnabled === null ? false : changes.penaltyEnabled,
  } satisfies Partial<Record<keyof InvoiceDocument, unknown>>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<InvoiceDocument>;
}

/** An amount in the form in which amounts are stored; one with too many decimals stays as it is, to be refused. */
const asAmount = (value: string | null | undefined): string | null | undefined =>
  value == null || decimals(decimal(value)) > 2 ? value : amount(decimal(value));

/** The document that the draft refers to after the change, where it was read. */
const parentOf = (
  document: Invoice,
  { parentDocumentId = document.parentDocumentId }: InvoiceChanges,
  { parent }: DraftingContext,
) => (parent?.id === parentDocumentId ? parent : undefined);

/** @throws 404 for a document that the company does not have. */
function applyParent(
  next: InvoiceDocument,
  { parentDocumentId }: InvoiceChanges,
  { parent }: DraftingContext,
  fault: Fault,
): void {
  if (parentDocumentId === undefined) return;
  next.parentDocumentId = parentDocumentId;
  next.parentDocument = null;
  delete next.selfBilled;
  if (parentDocumentId === null) return;
  if (parent?.id !== parentDocumentId) throw notFound('Parent document');
  // A draft has no number to refer to; a cancelled document is void.
  if (parent.status === 'draft' || parent.status === 'cancelled') fault('parentDocumentId', 'must be an issued document');
  if (next.isCreditNote && parent.isCreditNote) fault('parentDocumentId', 'must not be a credit note itself');
  if (next.isCreditNote && parent.direction !== 'outgoing') fault('parentDocumentId', 'must be an invoice of the company');
  next.parentDocument = referenceTo(parent);
  if (isSelfBilled(parent)) next.selfBilled = true;
}

/** A document as others refer to it (BG-3). */
export const referenceTo = ({ id, number, issueDate, total }: Invoice): DocumentRef => ({ id, number, issueDate, total });

function applyParties(next: InvoiceDocument, changes: InvoiceChanges, context: DraftingContext): void {
  next.seller = sellerOf(context.company, context.bankAccounts, next.currency);
  if (changes.clientId !== undefined) next.clientId = changes.clientId;
  // A client that the request does not name stays as it was copied: later changes of the record do not reach the document.
  if (next.clientId && changes.clientId === undefined) return;
  if (next.clientId && next.clientId !== context.client?.id) throw notFound('Client');
  if (next.clientId && context.client) next.client = buyerOf(context.client);
  else next.client = receiverParty(next);
}

function applySeries(next: InvoiceDocument, changes: InvoiceChanges, context: DraftingContext): void {
  // Once numbered, a document stays in its series (completions-documents §1.3).
  if (next.sequence !== null) return;
  const type = next.isCreditNote ? 'credit_note' : 'invoice';
  // A series that the draft had before and that is gone meanwhile gives way to the default; one that the request names must be right.
  const kept = context.series.some(one => one.id === next.seriesId && one.active) ? next.seriesId : null;
  const wanted = changes.documentSeriesId === undefined ? kept : changes.documentSeriesId;
  const series = chooseSeries([...context.series], type, wanted, next.isCreditNote ? 'seriesId' : 'documentSeriesId');
  next.seriesId = series?.id ?? null;
  next.series = series ? { id: series.id, name: series.name, prefix: series.prefix, year: series.year } : null;
}

/** The lines that the request makes, or those that were there, with the VAT that `autoApplyVatRules` gives them. */
function linesOf(next: InvoiceDocument, changes: InvoiceChanges, context: DraftingContext, fault: Fault): DocumentLine[] {
  // The rules are those of sales to the client.
  const automatic = changes.autoApplyVatRules && !isSelfBilled(next) ? automaticVat(context.client ?? null) : undefined;
  const included = changes.autoApplyVatRules ? (changes.vatIncluded ?? undefined) : undefined;
  if (changes.lines) {
    return changes.lines.map((body, place) => {
      const line = lineOf(body, place, automatic, included, chargesVat(next, context.company), context);
      checkLine(line, next.isCreditNote, (field, message) => fault(`lines.${place}.${field}`, message));
      return line;
    });
  }
  return next.lines.map(line => ({
    ...line,
    ...(automatic && vatFields(automatic)),
    ...(included !== undefined && { vatIncluded: included }),
  }));
}

const vatFields = ({ rate, category, rateId, name }: LineVat) => ({
  vatRate: rate,
  vatCategoryCode: category,
  vatRateId: rateId,
  vatRateName: name,
});

/** Whether the seller is registered for VAT: the company, or its client on a self-billed document. */
const chargesVat = (document: InvoiceDocument, company: Company): boolean =>
  isSelfBilled(document) ? (supplierIdentifiers(document)?.vat ?? null) !== null : company.vatPayer;

/** @throws 404 for a product or VAT rate that the company does not have. */
function lineOf(
  body: LineBody,
  place: number,
  automatic: LineVat | undefined,
  included: boolean | undefined,
  sellerChargesVat: boolean,
  context: DraftingContext,
): DocumentLine {
  const product = body.productId ? context.products.get(body.productId) : undefined;
  if (body.productId && !product) throw notFound(`Product of line ${place + 1}`);
  const stated = vatOfLine(body, context.vatRates, sellerChargesVat);
  if (!stated) throw notFound(`VAT rate of line ${place + 1}`);
  const input: LineInput = {
    description: body.description,
    quantity: body.quantity,
    unitPrice: body.unitPrice,
    unitOfMeasure: body.unitOfMeasure ?? product?.unitOfMeasure ?? 'buc',
    ...vatFields(automatic ?? stated),
    productId: product?.id ?? null,
    productCode: body.productCode ?? product?.code ?? null,
    productName: product?.name ?? null,
    discount: body.discount ?? null,
    discountPercent: body.discountPercent ?? null,
    vatIncluded: included ?? body.vatIncluded ?? false,
    ublExtensions: body.ublExtensions ?? null,
  };
  const zero = { discountAmount: '0.00', subtotal: '0.00', vatAmount: '0.00', total: '0.00' };
  return { ...input, ...zero, id: newId(), lineNumber: place + 1 };
}
