import { addDays } from '#shared/base/kernel/dates.ts';

/**
 * Working days in Romania: Monday to Friday, except public holidays (Codul muncii, art. 139, each from the year of its
 * introduction). Additional days off that the Government declares for single years are not included.
 */

/** Month and day, and the first year. */
const FIXED: [day: string, since: number][] = [
  ['01-01', 0],
  ['01-02', 0],
  ['01-06', 2024],
  ['01-07', 2024],
  ['01-24', 2017],
  ['05-01', 0],
  ['06-01', 2017],
  ['08-15', 2009],
  ['11-30', 2012],
  ['12-01', 0],
  ['12-25', 0],
  ['12-26', 0],
];

/**
 * Days after Orthodox Easter Sunday, and the first year: Good Friday, Easter Monday, Whit Monday. Holidays on Sundays are not
 * listed.
 */
const MOVABLE: [days: number, since: number][] = [
  [-2, 2018],
  [1, 0],
  [50, 2008],
];

/** Orthodox Easter Sunday, for 1900 to 2099: Meeus's Julian algorithm, plus 13 days to convert to the Gregorian calendar. */
function easterOf(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const day = ((d + e + 114) % 31) + 1;
  return addDays(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`, 13);
}

/** Whether a date (`YYYY-MM-DD`) is a working day. */
export function isWorkingDay(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const year = Number(date.slice(0, 4));
  if (FIXED.some(([day, since]) => date.slice(5) === day && year >= since)) return false;
  const easter = easterOf(year);
  return !MOVABLE.some(([days, since]) => year >= since && date === addDays(easter, days));
}

/** The date itself if it is a working day, else the last working day before it. */
export function lastWorkingDay(date: string): string {
  let day = date;
  while (!isWorkingDay(day)) day = addDays(day, -1);
  return day;
}
