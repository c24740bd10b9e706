import type { Product } from '#shared/records/catalogue/products/store.ts';
import { chooseSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { PublishedRates } from '#shared/model/exchange-rate.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { DocumentLine, LineInput } from '#shared/model/line.ts';
import type { Seller } from '#shared/model/party.ts';
import { type LineVat, lineVatFields, vatOfLine } from '#shared/model/vat/rules.ts';
import { accountOnDocuments, type BankAccount } from '#shared/records/parties/bank-accounts/store.ts';
import { buyerOf } from '#shared/records/parties/clients/buyer.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import { checkLine, type Report } from './draft-rules.ts';
import type { LineBody } from './input.ts';

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

/** The company as the seller of a document in `currency` (REC-67: which account is printed). */
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
  draft: Pick<DocumentHeader, 'clientId' | 'client' | 'currency'>,
  clientId: string | null | undefined,
  { company, bankAccounts, client }: DraftingContext,
): Parties {
  const seller = sellerOf(company, bankAccounts, draft.currency);
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
export const linesOf = (
  bodies: readonly LineBody[],
  terms: LineTerms,
  context: Pick<DraftingContext, 'products' | 'vatRates'>,
  report: Report,
): DocumentLine[] =>
  bodies.map((body, place) => {
    const line = lineOf(body, place, terms, context);
    checkLine(line, terms.isCreditNote, (field, message) => report(`lines.${place}.${field}`, message));
    return line;
  });

function lineOf(
  body: LineBody,
  place: number,
  { chargesVat, vat, vatIncluded }: LineTerms,
  { products, vatRates }: Pick<DraftingContext, 'products' | 'vatRates'>,
): DocumentLine {
  const product = body.productId ? products.get(body.productId) : undefined;
  if (body.productId && !product) throw notFound(`Product of line ${place + 1}`);
  const stated = vatOfLine(body, vatRates, chargesVat);
  if (!stated) throw notFound(`VAT rate of line ${place + 1}`);
  const kind = kindOfLine(body, product);
  const input: LineInput = {
    description: body.description,
    quantity: body.quantity,
    unitPrice: body.unitPrice,
    unitOfMeasure: body.unitOfMeasure ?? product?.unitOfMeasure ?? 'buc',
    ...lineVatFields(vat?.(kind) ?? stated),
    productId: product?.id ?? null,
    productCode: body.productCode ?? product?.code ?? null,
    productName: product?.name ?? null,
    discount: body.discount ?? null,
    discountPercent: body.discountPercent ?? null,
    vatIncluded: vatIncluded ?? body.vatIncluded ?? false,
    ...(body.exchangeRate && { exchangeRate: body.exchangeRate }),
    ...(kind && { kind }),
    ublExtensions: body.ublExtensions ?? null,
  };
  const zero = { discountAmount: '0.00', subtotal: '0.00', vatAmount: '0.00', total: '0.00' };
  return { ...input, ...zero, id: newId(), lineNumber: place + 1 };
}

/** Whether a line sells goods or a service: as the request says, else as its product is; undefined when neither says it. */
function kindOfLine({ kind }: LineBody, product: Product | undefined): LineInput['kind'] {
  if (kind || !product) return kind ?? undefined;
  return product.isService ? 'service' : 'goods';
}
