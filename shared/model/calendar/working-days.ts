import { addDays } from '#shared/base/kernel/dates.ts';
import { FIXED_HOLIDAYS, MOVABLE_HOLIDAYS } from './public-holidays.ts';

/** Working days in Romania: Monday to Friday, except public holidays. Dates are `YYYY-MM-DD`. Pure. */

/** Orthodox Easter Sunday, for 1900 to 2099: Meeus's Julian algorithm, plus 13 days to convert to the Gregorian calendar. */
export function easterOf(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const day = ((d + e + 114) % 31) + 1;
  return addDays(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`, 13);
}

/** Whether a date is a working day. */
export function isWorkingDay(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const year = Number(date.slice(0, 4));
  if (FIXED_HOLIDAYS.some(({ day, since }) => date.slice(5) === day && year >= since)) return false;
  const easter = easterOf(year);
  return !MOVABLE_HOLIDAYS.some(({ daysAfterEaster, since }) => year >= since && date === addDays(easter, daysAfterEaster));
}

/** The date itself if it is a working day, else the last working day before it. */
export const lastWorkingDay = (date: string): string => (isWorkingDay(date) ? date : addWorkingDays(date, -1));

/** The working day that is so many working days after a date, which itself is not counted; before it, when negative. */
export function addWorkingDays(date: string, days: number): string {
  const step = Math.sign(days);
  let day = date;
  for (let left = Math.abs(days); left > 0;) {
    day = addDays(day, step);
    if (isWorkingDay(day)) left -= 1;
  }
  return day;
}
