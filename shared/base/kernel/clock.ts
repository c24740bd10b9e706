import { addDays } from './dates.ts';

/**
 * The only source of time. On AWS it is the machine's clock; the local runtime replaces it by a clock that users and tests can set,
 * and which every timer, expiry and date of the program follows.
 */
let source: () => number = () => Date.now();

/** Replaces the source of time (milliseconds since the epoch). Local runtime and tests only. */
export function setTimeSource(millis: () => number): void {
  source = millis;
}

/** The current instant. */
export const now = (): Date => new Date(source());

/** Milliseconds by which the source of time is ahead of the machine's clock, for libraries that read the latter; 0 on AWS. */
export const clockOffset = (): number => source() - Date.now();

/** The current instant in whole seconds since the epoch, as JWT and DynamoDB TTL count them. */
export const epochSeconds = (): number => Math.floor(source() / 1000);

/**
 * Whole seconds of the machine's clock, for what others compare with theirs: a receiver refuses a signature that is made minutes ahead of
 * its own time. On AWS the same as `epochSeconds`.
 */
export const machineSeconds = (): number => Math.floor(Date.now() / 1000);

/** The current instant, ISO 8601 UTC with milliseconds: the form in which instants are stored. */
export const instant = (): string => now().toISOString();

/** A stored instant as the contract shows it: `YYYY-MM-DDTHH:mm:ssZ` (REQ-21). */
export const presentInstant = (stored: string): string => `${stored.slice(0, 19)}Z`;

/** `presentInstant` for values that may be absent. */
export const presentInstantOrNull = (stored: string | null | undefined): string | null =>
  stored ? presentInstant(stored) : null;

/**
 * The instant `seconds` from now, in the stored form.
 *
 * @param from another instant than now: for a record that states both, since the clock moves on between two readings
 */
export const instantIn = (seconds: number, from = instant()): string => new Date(Date.parse(from) + seconds * 1000).toISOString();

/** Whole seconds since a stored instant; 0 for one that is yet to come, or for none. */
export const secondsSince = (stored: string | undefined): number =>
  stored === undefined ? 0 : Math.max(0, Math.floor((source() - Date.parse(stored)) / 1000));

let bucharest: Intl.DateTimeFormat | undefined;

/** Today's date (`YYYY-MM-DD`) in Europe/Bucharest: the service's day boundary (REQ-22). */
export function today(): string {
  // `sv-SE` formats dates as YYYY-MM-DD. Created lazily: loading the time zone's data takes 20 ms, which most cold starts can
  // avoid.
  bucharest ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest' });
  return bucharest.format(now());
}

/** UTC offsets of local time in hours. Summer time first, so that `localInstant` finds the earlier of two instants. */
const OFFSETS = [3, 2];
const STANDARD = 2;

let localClock: Intl.DateTimeFormat | undefined;

/** `YYYY-MM-DD HH:mm` of an instant in Europe/Bucharest. */
function localText(instant: Date): string {
  // `sv-SE` formats like that. Created lazily: loading the time zone's data takes 20 ms.
  localClock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Bucharest',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
  });
  return localClock.format(instant);
}

const HOUR = 3_600_000;

/**
 * The instant (ISO 8601 UTC) of a local date and time in Romania. A time that the start of summer time skips (03:00–03:59 on the
 * last Sunday of March) is moved an hour later; for a time that its end repeats, the first instant is returned.
 *
 * @param date `YYYY-MM-DD`
 * @param time `HH:mm`
 */
export function localInstant(date: string, time: string): string {
  const asUtc = Date.parse(`${date}T${time}:00.000Z`);
  const shown = OFFSETS.map(hours => new Date(asUtc - hours * HOUR)).find(at => localText(at) === `${date} ${time}`);
  return (shown ?? new Date(asUtc - STANDARD * HOUR)).toISOString();
}

/** The day in Europe/Bucharest (`YYYY-MM-DD`) on which an instant falls. */
export const localDay = (instant: string): string => localMinute(instant).slice(0, 10);

/** `YYYY-MM-DD HH:mm` of a stored instant in Europe/Bucharest. */
export const localMinute = (instant: string): string => localText(new Date(instant));

/**
 * The instants of the days from one to another in Europe/Bucharest, both included: days in filters of lists are the service's days,
 * also of what has an instant (REQ-60).
 *
 * @param from undefined = from the beginning
 * @param to undefined = without an end
 */
export const instantsOf = (from: string | undefined | null, to: string | undefined | null): { first: string; last: string } => ({
  // Before all instants; DynamoDB refuses an empty key.
  first: from ? localInstant(from, '00:00') : '0',
  last: to ? new Date(Date.parse(localInstant(addDays(to, 1), '00:00')) - 1).toISOString() : '~',
});
