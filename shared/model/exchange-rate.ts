import type { FieldErrors } from '#shared/base/kernel/errors.ts';
import { decimal, round2 } from '#shared/base/kernel/money.ts';
import type { DocumentHeader } from './document.ts';
import type { DocumentExtensions } from './extensions.ts';
import { intraCommunityTaxPointOf, taxPointByCategories, taxPointOf, type TaxPointFacts } from './vat/tax-point.ts';

/** The exchange rate of a document: RON for one unit of its currency (TAX-34, TAX-35). Pure. */

type Rated = Pick<DocumentHeader, 'currency' | 'exchangeRate' | 'exchangeRateDate'>;
type Dated = Rated & TaxPointFacts;

/** A rate that the national bank published: RON for one unit (up to 6 decimals), and the day of its publication (`YYYY-MM-DD`). */
export interface PublishedRate {
  rate: string;
  date: string;
}

/** The rates that the national bank published on a day: RON for one unit, by currency. */
export interface RatesOfDay {
  date: string;
  rates: Readonly<Record<string, string>>;
}

/** The rate of a currency among those of a day; undefined without any of that day or currency. */
export function rateAmong(published: RatesOfDay | undefined, currency: string): PublishedRate | undefined {
  if (!published || !Object.hasOwn(published.rates, currency)) return undefined;
  const rate = published.rates[currency];
  return rate === undefined ? undefined : { rate, date: published.date };
}

/** The fields of a request that affect the rate: undefined = unchanged, null = default. */
export interface RateChanges {
  currency?: string | null | undefined;
  exchangeRate?: string | null | undefined;
  issueDate?: string | undefined;
  taxPointDate?: string | null | undefined;
  ublExtensions?: DocumentExtensions | null | undefined;
}

/** The sources of the rate for a document that states none. */
export interface RateSources {
  /** The document that it corrects or is created from: after the change, if the request names another one. */
  parent?: Rated | undefined;
  /** The last rate of its currency that was published before its tax point. */
  published?: PublishedRate | undefined;
}

/** Published rates of a currency, by the day before which each was the last one. */
export type PublishedRates = ReadonlyMap<string, PublishedRate>;

/** The days that can be the tax point of a document, which its lines decide. */
export const possibleTaxPoints = (facts: TaxPointFacts): string[] => [
  ...new Set([taxPointOf(facts), intraCommunityTaxPointOf(facts)]),
];

/**
 * The published rate for a document: the last one before its tax point (Fiscal Code, art. 290 (2); TAX-35).
 *
 * @param categories the VAT categories of its lines, allowances and charges
 */
export function publishedFor(
  facts: TaxPointFacts,
  categories: readonly string[],
  published: PublishedRates | undefined,
): PublishedRate | undefined {
  return published?.get(taxPointByCategories(facts, categories));
}

/** What the XML of a delivered document says of its rate. */
export interface DeliveredRate {
  currency: string;
  /** In the document's currency. */
  vatTotal: string;
  /** The rate that its VAT in both currencies results in (BT-111 ÷ BT-110); null when it does not state both. */
  exchangeRate: string | null;
}

/**
 * The rate of a document that the authority delivered, whose XML has none (TAX-65): the published one, unless the VAT that it states in lei
 * was calculated with another one. That is only approximate for a small amount of VAT, so the published rate is taken when it gives the
 * same cents. 1 = no rate.
 */
export function deliveredRate(
  { currency, vatTotal, exchangeRate: stated }: DeliveredRate,
  sources: RateSources,
): Required<Rated> {
  if (currency === 'RON' || stated === null) return defaultRate(currency, sources);
  const inLei = (rate: string) => round2(decimal(vatTotal).times(rate));
  const { published } = sources;
  return published && inLei(published.rate).eq(inLei(stated))
    ? { currency, exchangeRate: published.rate, exchangeRateDate: published.date }
    : { currency, exchangeRate: stated, exchangeRateDate: null };
}

/**
 * The rate of a delivered document that takes back an invoice: that of the invoice, unless the VAT that it states in lei was calculated with
 * another one (TAX-65). The rate which a small amount of VAT results in is only approximate, and would move the base by some hundredths.
 *
 * @param statesLei whether its rate follows from VAT in lei
 */
export function reversalRate(own: Rated & { vatTotal: string }, invoice: Rated, statesLei: boolean): Required<Rated> {
  const { currency, exchangeRate, exchangeRateDate = null, vatTotal } = own;
  const kept = { currency, exchangeRate, exchangeRateDate };
  if (invoice.currency !== currency || lacksRate(invoice)) return kept;
  const inLei = (rate: string) => round2(decimal(vatTotal).times(rate));
  if (statesLei && !inLei(invoice.exchangeRate).eq(inLei(exchangeRate))) return kept;
  return { currency, exchangeRate: invoice.exchangeRate, exchangeRateDate: invoice.exchangeRateDate ?? null };
}

/** Dates of a document after a change. */
export const datesAfter = (before: TaxPointFacts, changes: RateChanges): TaxPointFacts => ({
  issueDate: changes.issueDate ?? before.issueDate,
  taxPointDate: changes.taxPointDate === undefined ? before.taxPointDate : changes.taxPointDate,
  ublExtensions: changes.ublExtensions === undefined ? before.ublExtensions : changes.ublExtensions,
});

const movesTaxPoint = (before: TaxPointFacts, changes: RateChanges): boolean =>
  possibleTaxPoints(before).join() !== possibleTaxPoints(datesAfter(before, changes)).join();

/** Whether a document in a foreign currency has no rate, which is stored as 1. */
export const lacksRate = ({ currency, exchangeRate }: Pick<Rated, 'currency' | 'exchangeRate'>): boolean =>
  currency !== 'RON' && decimal(exchangeRate).eq(1);

/** The rate for a document that states none: 1 in RON; else that of its parent, else the published one, else 1 (= no rate). */
export function defaultRate(currency: string, { parent, published }: RateSources): Required<Rated> {
  if (currency === 'RON') return { currency, exchangeRate: '1', exchangeRateDate: null };
  if (parent?.currency === currency && !lacksRate(parent))
    return { currency, exchangeRate: parent.exchangeRate, exchangeRateDate: parent.exchangeRateDate ?? null };
  return { currency, exchangeRate: published?.rate ?? '1', exchangeRateDate: published?.date ?? null };
}

/**
 * Whether a change gives a draft its default rate. A rate in the request is used as it is, and null asks for the default. A request without
 * a rate gets the default when the currency changes, when the draft has no rate yet, and when the tax point changes and the rate is a
 * published one: a rate that the caller stated stays.
 */
export function needsDefaultRate(before: Dated, changes: RateChanges): boolean {
  const { currency, exchangeRate } = changes;
  if (exchangeRate !== undefined) return exchangeRate === null;
  if ((currency ?? before.currency) !== before.currency || lacksRate(before)) return true;
  return movesTaxPoint(before, changes) && (before.exchangeRateDate ?? null) !== null;
}

/** Currency, rate and date of publication of a draft after a change. */
export function rateAfterChange(before: Dated, changes: RateChanges, sources: RateSources): Required<Rated> {
  const currency = changes.currency ?? before.currency;
  if (needsDefaultRate(before, changes)) return defaultRate(currency, sources);
  const kept = { currency, exchangeRate: before.exchangeRate, exchangeRateDate: before.exchangeRateDate ?? null };
  const stated = changes.exchangeRate ?? undefined;
  if (stated === undefined || repeats(before, changes, stated)) return kept;
  return { currency, exchangeRate: stated, exchangeRateDate: null };
}

/**
 * Whether a request only sends back the stored rate, as forms do; then it does not count as stated by the caller. With another currency or
 * tax point it does: the rate in the request is what the caller wants for them.
 */
const repeats = (before: Dated, changes: RateChanges, stated: string): boolean =>
  (changes.currency ?? before.currency) === before.currency &&
  !movesTaxPoint(before, changes) &&
  decimal(stated).eq(before.exchangeRate);

/** Warnings of create, update and validation. */
export const rateWarnings = (document: Rated): string[] =>
  lacksRate(document)
    ? [
        `exchangeRate: state the rate of ${document.currency} in RON; without it, or with exactly 1, the document cannot be issued.`,
      ]
    : [];

/** Violations that block issuing. */
export const rateViolations = (document: Rated): FieldErrors =>
  lacksRate(document) ? { exchangeRate: [`must be the rate of ${document.currency} in RON; exactly 1 is not accepted`] } : {};

/** The share by which a stated rate may differ from the published one without a warning. */
const TOLERANCE = '0.01';

/**
 * Warns of a rate in the request that differs from the published one of the tax point by more than 1 %: banks and contracts have other
 * rates, but not by so much.
 *
 * @param stated the rate in the request
 */
export function statedRateWarnings(
  { currency }: Pick<Rated, 'currency'>,
  stated: string | null | undefined,
  published: PublishedRate | undefined,
): string[] {
  if (!stated || !published || currency === 'RON' || decimal(stated).eq(1)) return [];
  const difference = decimal(stated).minus(published.rate).abs();
  if (difference.lte(decimal(published.rate).times(TOLERANCE))) return [];
  return [
    `exchangeRate: ${stated} differs by more than 1 % from ${published.rate}, the rate of ${currency} that the national bank published on ${published.date} and that applies on the tax point.`,
  ];
}
