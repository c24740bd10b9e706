import { addDays, lastDayOf, monthOf } from '#shared/base/kernel/dates.ts';
import { lastWorkingDay } from '../calendar/working-days.ts';
import { rateAmong, type RatesOfDay } from '../exchange-rate.ts';
import type { MonthRates } from './exchange-differences.ts';

/** The published rates that the exchange differences of a month need. Pure. */

/** Days before and after a month in which rates may be that it needs: banks are never closed for so long. */
const NEAR = 15;

/** The first and last day of publication that matter for a month. */
export const daysAround = (month: string): { from: string; to: string } => ({
  from: addDays(`${month}-01`, -NEAR),
  to: addDays(lastDayOf(month), NEAR),
});

/**
 * The rates of a month.
 *
 * @param sets of the days around it, oldest first
 */
export function monthRates(month: string, sets: readonly RatesOfDay[]): MonthRates {
  const opening = endOf(monthOf(addDays(`${month}-01`, -1)), sets);
  const closing = endOf(month, sets);
  return {
    opening: currency => rateAmong(opening, currency),
    at: (day, currency) =>
      rateAmong(
        sets.findLast(({ date }) => date < day),
        currency,
      ),
    closing: currency => rateAmong(closing, currency),
    closingDate: closing?.date ?? null,
  };
}

/**
 * The set of the last banking day of a month. The last stored one is that of an earlier day while the bank's file could not be read: then there
 * is none yet. Where a later set is stored, the bank published none on the last working day.
 */
function endOf(month: string, sets: readonly RatesOfDay[]): RatesOfDay | undefined {
  const last = lastDayOf(month);
  const found = sets.findLast(({ date }) => date <= last);
  const isLast = found && (found.date >= lastWorkingDay(last) || sets.some(({ date }) => date > last));
  return isLast && monthOf(found.date) === month ? found : undefined;
}
