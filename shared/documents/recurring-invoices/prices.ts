import { type Big, decimal, plain } from '#shared/base/kernel/money.ts';
import type { RecurringLine } from './model.ts';

/** Prices of generated lines, and the exchange rates that they need (RCI-14, RCI-15). Pure. */

/** A published exchange rate: RON for one unit of the currency, and the day of publication. */
export interface Rate {
  currency: string;
  rate: string;
  date: string;
}

type Priced = Pick<RecurringLine, 'unitPrice' | 'priceRule' | 'referenceCurrency' | 'markupPercent'>;

/** The reference currency of a line's price; undefined for a fixed price or when none is set. May equal the document's currency. */
export const referenceOf = ({ priceRule, referenceCurrency }: Priced): string | undefined =>
  priceRule === 'fixed' || referenceCurrency === null ? undefined : referenceCurrency;

/**
 * The currencies whose rates a document needs, in alphabetical order: its own and the reference currencies of its prices, except
 * RON.
 */
export const ratedCurrencies = (currency: string, lines: readonly Priced[]): string[] => {
  const references = lines.map(referenceOf).filter(one => one !== undefined && one !== currency) as string[];
  return [...new Set([currency, ...references])].filter(one => one !== 'RON').sort();
};

export type Rates = ReadonlyMap<string, Rate>;

/** Maximum of decimals of a unit price (RCI-14). */
const PRICE_DECIMALS = 4;

/**
 * The unit price of a line in the document's currency: with the markup added if `priceRule` is `markup`, and converted from its
 * reference currency if it has one. Calculated with exact decimals, and rounded once at the end.
 *
 * @param rates those of `ratedCurrencies`
 */
export function unitPriceOf(line: Priced, currency: string, rates: Rates): string {
  const reference = referenceOf(line);
  const raised = line.priceRule === 'markup' ? decimal(line.markupPercent).div(100).plus(1) : decimal(1);
  const price = decimal(line.unitPrice).times(raised);
  const inCurrency =
    reference === undefined || reference === currency ? price : price.times(inLei(reference, rates)).div(inLei(currency, rates));
  return plain(inCurrency.round(PRICE_DECIMALS));
}

function inLei(currency: string, rates: Rates): Big {
  if (currency === 'RON') return decimal(1);
  const known = rates.get(currency);
  if (!known) throw new Error(`No rate of ${currency} was read.`);
  return decimal(known.rate);
}
