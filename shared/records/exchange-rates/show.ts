import type * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { invalidFields, unavailable } from '#shared/base/kernel/errors.ts';
import { inKeyOrder } from '#shared/base/kernel/records.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import { convert } from './convert.ts';
import { isStale } from './due.ts';
import type { convertQuery, ratesQuery } from './input.ts';
import { lastSetOn } from './read.ts';
import type { conversionSchema, ratesSchema } from './schema.ts';
import type { RateSet } from './store.ts';

/** Responses about published rates (REC-85 to REC-88). For a day without a publication, the last set before it is used. */

/** The rates of a set as responses show them. */
export const shownRates = ({ rates }: RateSet): Record<string, number> =>
  Object.fromEntries(Object.entries(inKeyOrder(rates)).map(([currency, rate]) => [currency, presentNumber(rate)]));

/**
 * The rates of a day, by default of today.
 *
 * @throws 422 for a day in the future or before the first set; 503 when no set is stored
 */
export async function showRates(query: z.output<typeof ratesQuery>): Promise<z.infer<typeof ratesSchema>> {
  const day = dayOf(query);
  const set = await setOf(day);
  return { date: set.date, base: 'RON', rates: shownRates(set), stale: isStale(set.date, day) };
}

/** Converts an amount to another currency. @throws as `showRates`; 422 for a currency without a rate */
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
