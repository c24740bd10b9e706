import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { Big, decimal, type Decimal, round2 } from '#shared/base/kernel/money.ts';
import type { RateSet } from './store.ts';

/** Converts amounts between currencies, through RON. Pure. */

export interface Converted {
  /** Rounded to two decimals, calculated with the unrounded rate. */
  result: Decimal;
  /** Units of the second currency for one unit of the first: 4 decimals, or 6 for a rate below 0.1. */
  rate: Decimal;
}

/** @throws 422 for a currency without a rate in the set */
export function convert(amount: string, from: string, to: string, set: RateSet): Converted {
  if (from === to) return { result: round2(decimal(amount)), rate: new Big(1) };
  const errors: FieldErrors = {};
  const inRon = (currency: string, field: string): Decimal => {
    if (currency === 'RON') return new Big(1);
    if (Object.hasOwn(set.rates, currency)) return new Big(set.rates[currency]!);
    errors[field] = [`has no rate of ${set.date}; the national bank did not quote it that day`];
    return new Big(1);
  };
  const [ofFrom, ofTo] = [inRon(from, 'from'), inRon(to, 'to')];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const rate = ofFrom.div(ofTo);
  return { result: round2(decimal(amount).times(ofFrom).div(ofTo)), rate: rate.round(rate.lt(0.1) ? 6 : 4) };
}
