/**
 * The calendar and the time zone of Romania in the leap year 2028, computed without the service's date code, for tests over a year.
 * Days are numbers since 1970-01-01, dates `YYYY-MM-DD`, times `HH:mm`, instants milliseconds since the epoch.
 */

export const YEAR = 2028;

const DAY = 86_400_000;
const HOUR = 3_600_000;

export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** Whether a day is the first or the last of a month. */
export const isEndOfMonth = (day: number): boolean => dateOf(day).endsWith('-01') || dateOf(day + 1).endsWith('-01');

/** Summer time of 2028: from 26 March to 29 October, 01:00 UTC. */
const SUMMER = [Date.UTC(YEAR, 2, 26, 1), Date.UTC(YEAR, 9, 29, 1)] as const;
const isSummer = (millis: number): boolean => millis >= SUMMER[0] && millis < SUMMER[1];

/** The instant of a local time: an hour later if it is skipped, the first instant if it occurs twice. */
export const millisOf = (date: string, time: string): number => {
  const shown = Date.parse(`${date}T${time}:00Z`);
  return isSummer(shown - 3 * HOUR) ? shown - 3 * HOUR : shown - 2 * HOUR;
};

/** The local time of an instant: `YYYY-MM-DD HH:mm`. */
export const shownAt = (millis: number): string =>
  new Date(millis + (isSummer(millis) ? 3 : 2) * HOUR).toISOString().slice(0, 16).replace('T', ' ');
