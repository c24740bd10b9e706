import type { Product } from '#shared/records/catalogue/products/store.ts';
import { chooseSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { PublishedRates } from '#shared/model/exchange-rate.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { DocumentLine, LineInput } from '#shared/model/line.ts';
import type { Seller } from '#shared/model/party.ts';
import { type LineVat, lineVatFields, vatOfLine } from '#shared/model/vat/rules.ts';
import { DEPOSIT_DESCRIPTION, extensionsNotInBase, notTurnoverOf, vatNotInBase } from '#shared/model/vat/not-in-base.ts';
import { companyOn } from '#shared/model/vat/status.ts';
import { accountOnDocuments, type BankAccount } from '#shared/records/parties/bank-accounts/store.ts';
import { buyerOf } from '#shared/records/parties/clients/buyer.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import { checkLine, type Report } from './draft-rules.ts';
import { type LineBody, MAX_LINES } from './input.ts';

/** How a request becomes a draft of any kind: its parties, series and lines. Pure. */

/** The records that a draft is made from, in addition to the request. They are passed in so that drafting is a pure function. */
export interface DraftingContext {
  company: Company;
  bankAccounts: readonly BankAccount[];
  series: readonly Series[];
  vatRates: readonly VatRate[];
  client: Client | undefined;
  products: ReadonlyMap<string, Product>;
  /** The published rates for a document in a foreign currency, by its possible tax points; undefined if none is needed. */
  published?: PublishedRates | undefined;
}

/** The company as the seller of a document in `currency` (REC-67: which account is printed), with its VAT status on the day of issue. */
export function sellerOf(
  current: Company,
  bankAccounts: readonly BankAccount[],
  { currency, issueDate }: Pick<DocumentHeader, 'currency' | 'issueDate'>,
): Seller {
  const company = companyOn(current, issueDate);
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
    oss: company.oss,
    iban: account?.iban ?? company.bankAccount,
    bankName: account ? account.bankName : company.bankName,
  };
}

type Parties = Pick<DocumentHeader, 'seller' | 'clientId' | 'client'>;

/**
 * The parties of a draft. If the request does not name a client, the draft keeps the copy that it has: later changes of the client
 * record do not reach the document. `client` is null for a draft without client record.
 *
 * @param clientId of the request: undefined = unchanged
 * @throws 404 for a client that the company does not have
 */
export function partiesOf(
  draft: Pick<DocumentHeader, 'clientId' | 'client' | 'currency' | 'issueDate'>,
  clientId: string | null | undefined,
  { company, bankAccounts, client }: DraftingContext,
): Parties {
  const seller = sellerOf(company, bankAccounts, draft);
  const id = clientId === undefined ? draft.clientId : clientId;
  if (!id) return { seller, clientId: id, client: null };
  if (clientId === undefined) return { seller, clientId: id, client: draft.client };
  if (client?.id !== id) throw notFound('Client');
  return { seller, clientId: id, client: buyerOf(client) };
}

/**
 * The series that will number a draft. Once numbered, a document stays in its series (INV-28).
 *
 * @param wanted the series id of the request: undefined = unchanged
 * @param kind the type of series that numbers it, and the name of the field in requests
 * @throws 404 for a series that the company does not have, 422 for one that is inactive or of another type
 */
export function seriesOf(
  draft: Pick<DocumentHeader, 'sequence' | 'seriesId' | 'series'>,
  wanted: string | null | undefined,
  { seriesType, seriesField }: Pick<Kind, 'seriesType' | 'seriesField'>,
  series: readonly Series[],
): Pick<DocumentHeader, 'seriesId' | 'series'> {
  if (draft.sequence !== null) return { seriesId: draft.seriesId, series: draft.series };
  // If the draft's own series was deleted or deactivated meanwhile, the default is used. A series that the request names must be
  // valid.
  const kept = series.some(one => one.id === draft.seriesId && one.active) ? draft.seriesId : null;
  const chosen = chooseSeries([...series], seriesType, wanted === undefined ? kept : wanted, seriesField);
  return {
    seriesId: chosen?.id ?? null,
    series: chosen ? { id: chosen.id, name: chosen.name, prefix: chosen.prefix, year: chosen.year } : null,
  };
}

/** What the lines of one document have in common. */
export interface LineTerms {
  /** The seller is registered for VAT. */
  chargesVat: boolean;
  /** That of the document; absent: no line may ask for a deposit. */
  currency?: string;
  /** Amounts are negative, and prices may be. */
  isCreditNote: boolean;
  /** VAT rate and category by what a line sells, overriding what it states; undefined: as it states. */
  vat?: ((kind: LineInput['kind']) => LineVat | undefined) | undefined;
  /** Whether all prices include VAT, overriding what the lines state. */
  vatIncluded?: boolean | undefined;
}

/**
 * The lines of a request. Their amounts are still zero: `computeTotals` computes them.
 *
 * @throws 404 for a product or VAT rate that the company does not have
 */
export function linesOf(
  bodies: readonly LineBody[],
  terms: LineTerms,
  context: Pick<DraftingContext, 'products' | 'vatRates'>,
  report: Report,
): DocumentLine[] {
  const lines = bodies.flatMap((body, place) => {
    const ofLine: Report = (field, message) => report(`lines.${place}.${field}`, message);
    const deposit = body.addSgr ? depositOf(body, terms, context, ofLine) : undefined;
    return [body, ...(deposit ? [deposit] : [])].map(one => {
      const line = lineOf(one, place, terms, context, ofLine);
      checkLine(line, terms.isCreditNote, ofLine);
      return line;
    });
  });
  if (lines.length > MAX_LINES) report('lines', `must have at most ${MAX_LINES} lines together with those that addSgr adds`);
  return lines.map((line, place) => ({ ...line, lineNumber: place + 1 }));
}

/** The line of the deposit on what a line sells (TAX-69). */
function depositOf(
  { productId, quantity, unitOfMeasure, turnoverKind }: LineBody,
  { currency }: LineTerms,
  { products }: Pick<DraftingContext, 'products'>,
  report: Report,
): LineBody | undefined {
  const product = productId ? products.get(productId) : undefined;
  if (!product?.sgrAmount || decimal(product.sgrAmount).eq(0))
    report('addSgr', 'needs a productId whose product has an sgrAmount above 0');
  else if (notTurnoverOf(turnoverKind, product))
    report('addSgr', 'must be left out of a line that is a deposit or a disbursement itself (turnoverKind)');
  else if (currency !== 'RON')
    report('addSgr', 'needs a document in RON, as sgrAmount is: add a line with turnoverKind sgr_deposit instead');
  else {
    const unit = unitOfMeasure ?? product.unitOfMeasure;
    const line = { description: DEPOSIT_DESCRIPTION, quantity, unitPrice: product.sgrAmount, unitOfMeasure: unit };
    return { ...line, turnoverKind: 'sgr_deposit' } as LineBody;
  }
  return undefined;
}

function lineOf(
  body: LineBody,
  place: number,
  { chargesVat, vat, vatIncluded }: LineTerms,
  { products, vatRates }: Pick<DraftingContext, 'products' | 'vatRates'>,
  report: Report,
): DocumentLine {
  const product = body.productId ? products.get(body.productId) : undefined;
  if (body.productId && !product) throw notFound(`Product of line ${place + 1}`);
  const turnoverKind = notTurnoverOf(body.turnoverKind, product);
  const stated = turnoverKind ? vatNotInBase(body, vatRates, chargesVat, report) : vatOfLine(body, vatRates, chargesVat);
  if (!stated) throw notFound(`VAT rate of line ${place + 1}`);
  const extensions = body.ublExtensions ?? null;
  const kind = kindOfLine(body, product);
  const input: LineInput = {
    description: body.description,
    quantity: body.quantity,
    unitPrice: body.unitPrice,
    unitOfMeasure: body.unitOfMeasure ?? product?.unitOfMeasure ?? 'buc',
    ...lineVatFields(turnoverKind ? stated : (vat?.(kind) ?? stated)),
    productId: product?.id ?? null,
    productCode: body.productCode ?? product?.code ?? null,
    productName: product?.name ?? null,
    discount: body.discount ?? null,
    discountPercent: body.discountPercent ?? null,
    vatIncluded: vatIncluded ?? body.vatIncluded ?? false,
    ...(body.exchangeRate && { exchangeRate: body.exchangeRate }),
    ...(kind && { kind }),
    ...(turnoverKind && { turnoverKind }),
    ublExtensions: turnoverKind ? extensionsNotInBase(extensions, turnoverKind, stated.category, report) : extensions,
  };
  const zero = { discountAmount: '0.00', subtotal: '0.00', vatAmount: '0.00', total: '0.00' };
  return { ...input, ...zero, id: newId(), lineNumber: place + 1 };
}

/** Whether a line sells goods or a service: as the request says, else as its product is; undefined when neither says it. */
function kindOfLine({ kind }: LineBody, product: Product | undefined): LineInput['kind'] {
  if (kind || !product) return kind ?? undefined;
  return product.isService ? 'service' : 'goods';
}
