import type { FieldErrors } from '../kernel/errors.ts';
import { decimal } from '../kernel/money.ts';
import type { DocumentHeader } from './document.ts';

/** The rate of a document's currency in RON (decisions.md §Fiscal rules, "Exchange rate"). Pure. */

type Rated = Pick<DocumentHeader, 'currency' | 'exchangeRate' | 'exchangeRateDate'>;
type Dated = Rated & Pick<DocumentHeader, 'issueDate'>;

/** A rate that the national bank published: RON for one unit (up to 6 decimals), and the day of its publication (`YYYY-MM-DD`). */
export interface PublishedRate {
  rate: string;
  date: string;
}

/** What a request says of the rate and of what the rate belongs to: undefined = unchanged, null = its default. */
export interface RateChanges {
  currency?: string | null | undefined;
  exchangeRate?: string | null | undefined;
  issueDate?: string | undefined;
}

/** Where a document that states no rate takes it from. */
export interface RateSources {
  /** The document that it refers to or is made of, as it will be after the change. */
  parent?: Rated | undefined;
  /** The last rate of its currency that was published before its issue date. */
  published?: PublishedRate | undefined;
}

/** Whether a document in another currency has no rate: 1 stands for none. */
export const lacksRate = ({ currency, exchangeRate }: Pick<Rated, 'currency' | 'exchangeRate'>): boolean =>
  currency !== 'RON' && decimal(exchangeRate).eq(1);

/** The rate of a document that states none: 1 in RON, else its parent's, else the published one, else 1, which stands for none. */
export function takenRate(currency: string, { parent, published }: RateSources): Required<Rated> {
  if (currency === 'RON') return { currency, exchangeRate: '1', exchangeRateDate: null };
  if (parent?.currency === currency && !lacksRate(parent))
    return { currency, exchangeRate: parent.exchangeRate, exchangeRateDate: parent.exchangeRateDate ?? null };
  return { currency, exchangeRate: published?.rate ?? '1', exchangeRateDate: published?.date ?? null };
}

/**
 * Whether a change has the draft take its rate anew. A rate belongs to its currency, and a published one to the issue date; one that
 * the caller stated stays when the date changes.
 */
export function retakesRate(before: Dated, { currency, exchangeRate, issueDate }: RateChanges): boolean {
  if (exchangeRate !== undefined) return exchangeRate === null;
  if ((currency ?? before.currency) !== before.currency || lacksRate(before)) return true;
  return (issueDate ?? before.issueDate) !== before.issueDate && (before.exchangeRateDate ?? null) !== null;
}

/** Currency, rate and day of publication of a draft after a change. */
export function changedRate(before: Dated, changes: RateChanges, sources: RateSources): Required<Rated> {
  const currency = changes.currency ?? before.currency;
  if (retakesRate(before, changes)) return takenRate(currency, sources);
  const kept = { currency, exchangeRate: before.exchangeRate, exchangeRateDate: before.exchangeRateDate ?? null };
  const stated = changes.exchangeRate ?? undefined;
  if (stated === undefined || repeats(before, changes, stated)) return kept;
  return { currency, exchangeRate: stated, exchangeRateDate: null };
}

/** Whether a request only sends back the rate that it was given, as forms do: that states no other. */
const repeats = (before: Dated, { currency, issueDate }: RateChanges, stated: string): boolean =>
  (currency ?? before.currency) === before.currency &&
  (issueDate ?? before.issueDate) === before.issueDate &&
  decimal(stated).eq(before.exchangeRate);

/** What create, update and validation warn of. */
export const rateWarnings = (document: Rated): string[] =>
  lacksRate(document)
    ? [`exchangeRate: state the rate of ${document.currency} in RON; without it, or at exactly 1, the document is not issued.`]
    : [];

/** What refuses the issue. */
export const rateViolations = (document: Rated): FieldErrors =>
  lacksRate(document) ? { exchangeRate: [`must be the rate of ${document.currency} in RON, which is not exactly 1`] } : {};
