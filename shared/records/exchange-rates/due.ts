import { now } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { lastWorkingDay } from '#shared/model/calendar/working-days.ts';

/** When sets of rates are due: the national bank publishes one every working day, shortly after 13:00 in Bucharest. */

const HOUR_OF_PUBLICATION = 13;

let clock: Intl.DateTimeFormat | undefined;

/** Date (`YYYY-MM-DD`) and hour of an instant in Bucharest. */
function inBucharest(at: Date): { date: string; hour: number } {
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest', dateStyle: 'short', timeStyle: 'short' });
  const [date = '', time = ''] = clock.format(at).split(' ');
  return { date, hour: Number(time.slice(0, 2)) };
}

/**
 * The day of the latest publication that was due at an instant.
 *
 * @param at the instant; now by default
 * @param upTo only publications on this day or before, `YYYY-MM-DD`; no limit by default
 */
export function lastPublicationDue(at: Date = now(), upTo?: string): string {
  const { date, hour } = inBucharest(at);
  const last = hour >= HOUR_OF_PUBLICATION ? date : addDays(date, -1);
  return lastWorkingDay(upTo !== undefined && upTo < last ? upTo : last);
}

/** Delay of a publication after which the previous set counts as stale; the schedule tries every quarter of an hour. */
const GRACE_MILLIS = 3_600_000;

/** Whether the set of `date` is older than the one due for `day`, because the source was down or the schedule has not run. */
export const isStale = (date: string, day: string): boolean =>
  date < lastPublicationDue(new Date(now().getTime() - GRACE_MILLIS), day);
