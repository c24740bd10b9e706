/** Calendar dates as `YYYY-MM-DD` strings, which compare and sort as text. No time zone is involved. */

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a real calendar date in the form `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** The earliest date of a request: an earlier one is a mistake, such as a year of two digits. */
export const EARLIEST_DATE = '2000-01-01';

/** Whether the text is a date, but before the earliest one. */
export const isTooEarly = (text: string): boolean => text < EARLIEST_DATE && isDate(text);

/** The date `days` after `date` (before, when negative). */
export function addDays(date: string, days: number): string {
  const parsed = new Date(`${date}T00:00:00Z`);
  parsed.setUTCDate(parsed.getUTCDate() + days);
  return parsed.toISOString().slice(0, 10);
}

/** Number of days from one date to another; negative when `to` is before `from`. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** The month of a date: `YYYY-MM`. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** The months from one day's to another's, both included. */
export const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

/** The month after that of a date, or after a month: `YYYY-MM`. */
export const nextMonth = (date: string): string => monthOf(addDays(`${monthOf(date)}-01`, LONGEST_MONTH));
const LONGEST_MONTH = 31;

/** The last day of a month. @param month `YYYY-MM` */
export const lastDayOf = (month: string): string => addDays(`${nextMonth(month)}-01`, -1);

/** The months from that of a day to that of a later one, both included: `YYYY-MM`. */
export function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month = nextMonth(month)) months.push(month);
  return months;
}

/** A date in the usual form in Romania: `dd.mm.yyyy`. */
export const dottedDate = (date: string): string => `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
