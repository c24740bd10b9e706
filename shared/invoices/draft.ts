import type { Product } from '../catalogue/products.ts';
import { chooseSeries, type Series } from '../catalogue/series.ts';
import type { VatRate } from '../catalogue/vat-rates.ts';
import type { FieldErrors } from '../kernel/errors.ts';
import { invalidFields, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { amount, Big, decimal, decimals, MAX_AMOUNT, MAX_QUANTITY, plain } from '../kernel/money.ts';
import { accountOnDocuments, type BankAccount } from '../parties/bank-accounts.ts';
import type { Client } from '../parties/client.ts';
import type { Company } from '../parties/company.ts';
import type { InvoiceChanges, LineBody } from './input.ts';
import type { InvoiceDocument, InvoiceLine, LineInput, Party, Seller } from './model.ts';
import { computeTotals } from './totals.ts';
import { automaticVat, vatOfLine } from './vat-rules.ts';

/** What a draft is made of beside the request: read in one wave, passed in, so that drafting is a pure function. */
export interface DraftingContext {
  company: Company;
  bankAccounts: readonly BankAccount[];
  series: readonly Series[];
  vatRates: readonly VatRate[];
  client: Client | undefined;
  products: ReadonlyMap<string, Product>;
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
});

/** A buyer without a record: a company when a tax id was given, else a private person. */
const receiver = (name: string, cif: string | null): Party => ({
  id: null,
  type: cif ? 'company' : 'individual',
  name,
  cif,
  cnp: null,
  vatCode: cif && /^[A-Z]{2}/i.test(cif) ? cif.toUpperCase() : null,
  isVatPayer: cif ? /^[A-Z]{2}/i.test(cif) : false,
  registrationNumber: null,
  address: null,
  city: null,
  county: null,
  postalCode: null,
  country: cif && /^(?!RO)[A-Z]{2}\d/i.test(cif) ? cif.slice(0, 2).toUpperCase() : 'RO',
  email: null,
  phone: null,
});

/**
 * The document after a change of the draft: what the request names replaces what was there, amounts are computed anew.
 * Status, number, stamps and files are the caller's.
 *
 * @throws 404 for a client, series, VAT rate or product that the company does not have; 422 with field messages for values
 *   that no document may hold.
 */
export function withChanges(document: InvoiceDocument, changes: InvoiceChanges, context: DraftingContext): InvoiceDocument {
  const next: InvoiceDocument = { ...document, ...definedTexts(changes) };
  next.issueDate = changes.issueDate ?? document.issueDate;
  next.currency = changes.currency ?? document.currency;
  next.exchangeRate = changes.exchangeRate === null ? '1' : (changes.exchangeRate ?? document.exchangeRate);
  applyParties(next, changes, context);
  applySeries(next, changes, context);

  const errors: FieldErrors = {};
  if (changes.lines) next.lines = changes.lines.map((line, place) => lineOf(line, place, next, changes, context, errors));
  checkDocument(next, errors);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return withTotals(next);
}

/** The document with the amounts of its lines, groups and totals computed. */
export function withTotals(document: InvoiceDocument): InvoiceDocument {
  const totals = computeTotals(document.lines);
  const paid = decimal(document.amountPaid);
  return {
    ...document,
    lines: totals.lines,
    vatGroups: totals.vatGroups,
    subtotal: totals.subtotal,
    discount: totals.discount,
    vatTotal: totals.vatTotal,
    total: totals.total,
    balance: amount(decimal(totals.total).minus(paid)),
  };
}

/** Fields that are copied as they come: undefined = unchanged, null = cleared or the field's default. */
function definedTexts(changes: InvoiceChanges): Partial<InvoiceDocument> {
  const texts = {
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
    clientBalanceExisting: changes.clientBalanceExisting,
    clientBalanceOverdue: changes.clientBalanceOverdue,
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
    ublExtensions: changes.ublExtensions,
    parentDocumentId: changes.parentDocumentId,
    // Nullable in the request, never null in the document:
    paymentMethod: changes.paymentMethod === null ? 'bank_transfer' : changes.paymentMethod,
    language: changes.language === null ? 'ro' : changes.language,
    documentType: changes.documentType === null ? 'invoice' : changes.documentType,
    invoiceTypeCode: changes.invoiceTypeCode === null ? '380' : changes.invoiceTypeCode,
    tvaLaIncasare: changes.tvaLaIncasare === null ? false : changes.tvaLaIncasare,
    platitorTva: changes.platitorTva === null ? false : changes.platitorTva,
    plataOnline: changes.plataOnline === null ? false : changes.plataOnline,
    showClientBalance: changes.showClientBalance === null ? false : changes.showClientBalance,
    penaltyEnabled: changes.penaltyEnabled === null ? false : changes.penaltyEnabled,
  } satisfies Partial<Record<keyof InvoiceDocument, unknown>>;
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)) as Partial<InvoiceDocument>;
}

function applyParties(next: InvoiceDocument, changes: InvoiceChanges, context: DraftingContext): void {
  next.seller = sellerOf(context.company, context.bankAccounts, next.currency);
  if (changes.receiverName !== undefined) next.receiverName = changes.receiverName;
  if (changes.receiverCif !== undefined) next.receiverCif = changes.receiverCif;
  if (changes.clientId !== undefined) next.clientId = changes.clientId;
  // A client that the request does not name stays as it was copied: later changes of the record do not reach the document.
  if (next.clientId && changes.clientId === undefined) return;
  if (next.clientId && next.clientId !== context.client?.id) throw notFound('Client');
  if (next.clientId && context.client) next.client = buyerOf(context.client);
  else next.client = next.receiverName ? receiver(next.receiverName, next.receiverCif) : null;
}

function applySeries(next: InvoiceDocument, changes: InvoiceChanges, context: DraftingContext): void {
  // Once numbered, a document stays in its series (completions-documents §1.3).
  if (next.sequence !== null) return;
  const type = next.isCreditNote ? 'credit_note' : 'invoice';
  // A series that the draft had before and that is gone meanwhile gives way to the default; one that the request names must be right.
  const kept = context.series.some(one => one.id === next.seriesId && one.active) ? next.seriesId : null;
  const series = chooseSeries([...context.series], type, changes.documentSeriesId ?? kept);
  next.seriesId = series?.id ?? null;
  next.series = series ? { id: series.id, name: series.name, prefix: series.prefix, year: series.year } : null;
}

/** Bounds that a document may not cross (completions-documents §14), as 422 messages by field. */
function checkDocument(next: InvoiceDocument, errors: FieldErrors): void {
  const rate = decimal(next.exchangeRate);
  if (rate.lte(0)) (errors['exchangeRate'] ??= []).push('must be greater than 0');
  if (decimals(rate) > 6) (errors['exchangeRate'] ??= []).push('must have at most 6 decimals');
  if (next.currency === 'RON' && !rate.eq(1)) (errors['exchangeRate'] ??= []).push('must be 1 for RON');
}

function lineOf(
  body: LineBody,
  place: number,
  document: InvoiceDocument,
  changes: InvoiceChanges,
  context: DraftingContext,
  errors: FieldErrors,
): InvoiceLine {
  const fault = (field: string, message: string): void => void (errors[`lines.${place}.${field}`] ??= []).push(message);
  const product = body.productId ? context.products.get(body.productId) : undefined;
  if (body.productId && !product) throw notFound(`Product of line ${place + 1}`);
  const automatic = changes.autoApplyVatRules ? automaticVat(context.client ?? null) : undefined;
  const vat = automatic ?? vatOfLine(body, context.vatRates, context.company.vatPayer);
  if (!vat) throw notFound(`VAT rate of line ${place + 1}`);
  const included = changes.autoApplyVatRules && changes.vatIncluded != null ? changes.vatIncluded : (body.vatIncluded ?? false);
  const input: LineInput = {
    description: body.description,
    quantity: plain(decimal(body.quantity)),
    unitPrice: plain(decimal(body.unitPrice)),
    unitOfMeasure: body.unitOfMeasure ?? product?.unitOfMeasure ?? 'buc',
    vatRate: vat.rate,
    vatCategoryCode: vat.category,
    vatRateId: vat.rateId,
    vatRateName: vat.name,
    productId: product?.id ?? null,
    productCode: body.productCode ?? product?.code ?? null,
    productName: product?.name ?? null,
    discount: body.discount ?? null,
    discountPercent: body.discountPercent ?? null,
    vatIncluded: included,
    ublExtensions: body.ublExtensions ?? null,
  };
  checkLine(input, document.isCreditNote, fault);
  const zero = { discountAmount: '0.00', subtotal: '0.00', vatAmount: '0.00', total: '0.00' };
  return { ...input, ...zero, id: newId(), lineNumber: place + 1 };
}

/** The line rules of interface.md and completions-documents §14. Credit notes allow a negative price beside a positive quantity. */
export function checkLine(line: LineInput, isCreditNote: boolean, fault: (field: string, message: string) => void): void {
  const quantity = decimal(line.quantity);
  const price = decimal(line.unitPrice);
  if (quantity.eq(0)) fault('quantity', 'must not be 0');
  if (decimals(quantity) > 4) fault('quantity', 'must have at most 4 decimals');
  if (quantity.abs().gt(MAX_QUANTITY)) fault('quantity', `must be at most ${MAX_QUANTITY}`);
  if (price.lt(0) && !isCreditNote) fault('unitPrice', 'must not be negative; use a negative quantity for a refund');
  if (decimals(price) > 4) fault('unitPrice', 'must have at most 4 decimals');
  if (price.abs().gt(MAX_AMOUNT)) fault('unitPrice', `must be at most ${MAX_AMOUNT}`);
  const rate = decimal(line.vatRate);
  if (rate.lt(0) || rate.gt(100)) fault('vatRate', 'must be between 0 and 100');
  if (decimals(rate) > 2) fault('vatRate', 'must have at most 2 decimals');
  if (line.discount !== null && line.discountPercent !== null)
    fault('discount', 'give either discount or discountPercent, not both');
  const value = quantity.times(price);
  if (value.abs().gt(MAX_AMOUNT)) fault('quantity', `quantity times price must be at most ${MAX_AMOUNT}`);
  if (line.discount !== null) {
    const discount = decimal(line.discount);
    if (discount.lt(0)) fault('discount', 'must not be negative');
    if (decimals(discount) > 2) fault('discount', 'must have at most 2 decimals');
    if (discount.gt(value.abs().round(2, Big.roundUp))) fault('discount', 'must not be greater than the value of the line');
  }
  if (line.discountPercent !== null) {
    const percent = decimal(line.discountPercent);
    if (percent.lt(0) || percent.gt(100)) fault('discountPercent', 'must be between 0 and 100');
    if (decimals(percent) > 2) fault('discountPercent', 'must have at most 2 decimals');
  }
  if (isCreditNote && value.gte(0)) fault('quantity', 'quantity times price must be negative on a credit note');
}
