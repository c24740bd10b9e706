import type * as z from 'zod';
import { today } from '../kernel/clock.ts';
import { invalidFields, unavailable } from '../kernel/errors.ts';
import { presentNumber } from '../kernel/money.ts';
import { convert } from './convert.ts';
import { isStale } from './due.ts';
import type { convertQuery, ratesQuery } from './input.ts';
import { lastSetOn } from './read.ts';
import type { conversionSchema, ratesSchema } from './schema.ts';
import type { RateSet } from './store.ts';

/** Answers of published rates (completions-accounts §19). A day without a publication has the last set before it. */

/** The rates of a set as answers show them. */
export const shownRates = ({ rates }: RateSet): Record<string, number> =>
  Object.fromEntries(Object.entries(rates).map(([currency, rate]) => [currency, presentNumber(rate)]));

/** The rates of a day, by default of today. @throws 422 for a day in the future or before the first set; 503 without any set */
export async function showRates(query: z.output<typeof ratesQuery>): Promise<z.infer<typeof ratesSchema>> {
  const day = dayOf(query);
  const set = await setOf(day);
  return { date: set.date, base: 'RON', rates: shownRates(set), stale: isStale(set.date, day) };
}

/** An amount in another currency. @throws 422 as `showRates`, and for a currency without a rate; 503 */
export async function showConversion(query: z.output<typeof convertQuery>): Promise<z.infer<typeof conversionSchema>> {
  const { amount, from, to } = query;
  const set = await setOf(dayOf(query));
  const { result, rate } = convert(amount, from, to, set);
  return { amount: presentNumber(amount), from, to, result: presentNumber(result), rate: presentNumber(rate), date: set.date };
}

function dayOf({ date }: z.output<typeof ratesQuery>): string {
  const day = date ?? today();
  if (day > today()) throw invalidFields({ date: ['must not be in the future'] });
  return day;
}

async function setOf(day: string): Promise<RateSet> {
  const set = await lastSetOn(day);
  if (set) return set;
  if (day !== today() && (await lastSetOn(today()))) throw invalidFields({ date: ['is before the first day with rates'] });
  throw unavailable('There are no exchange rates yet.', { retryAfter: 900 });
}
