import { now } from '../kernel/clock.ts';
import { addDays } from '../kernel/dates.ts';
import { lastWorkingDay } from './working-days.ts';

/** Which set of rates there should be by now. The national bank publishes every working day, shortly after 13:00 in Bucharest. */

const HOUR_OF_PUBLICATION = 13;

let clock: Intl.DateTimeFormat | undefined;

/** Date (`YYYY-MM-DD`) and hour of an instant in Bucharest. */
function inBucharest(at: Date): { date: string; hour: number } {
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest', dateStyle: 'short', timeStyle: 'short' });
  const [date = '', time = ''] = clock.format(at).split(' ');
  return { date, hour: Number(time.slice(0, 2)) };
}

/**
 * The day of the last publication that has been due at an instant (by default now), on a day or before it.
 *
 * @param upTo the latest day that is asked for, `YYYY-MM-DD`; any by default
 */
export function lastPublicationDue(at: Date = now(), upTo?: string): string {
  const { date, hour } = inBucharest(at);
  const last = hour >= HOUR_OF_PUBLICATION ? date : addDays(date, -1);
  return lastWorkingDay(upTo !== undefined && upTo < last ? upTo : last);
}

/** How late a set may come before the one before it counts as stale: the schedule tries every quarter of an hour. */
const GRACE_MILLIS = 3_600_000;

/** Whether the set of `date` is an older one than there should be for a day: the source was down, or the schedule has not run. */
export const isStale = (date: string, day: string): boolean =>
  date < lastPublicationDue(new Date(now().getTime() - GRACE_MILLIS), day);
