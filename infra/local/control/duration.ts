/** An ISO 8601 duration (`P[n]Y[n]M[n]W[n]DT[n]H[n]M[n]S`); only seconds may have a fraction here. */
const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d{1,3})?)S)?)?$/;

const DAY = 86_400_000;

/**
 * Adds a duration to an instant (milliseconds since the epoch). Years and months are those of the UTC
 * calendar, and a day that the month lacks becomes its last one (31 January + P1M = 28 or 29 February).
 * @throws RangeError when the text is not a duration, or the result is outside the years 1970 to 9999.
 */
export function addDuration(from: number, duration: string): number {
  const parts = DURATION.exec(duration);
  if (!parts || duration === 'P' || duration.endsWith('T')) {
    throw new RangeError(`"${duration}" is not an ISO 8601 duration: write for example "PT36H", "P2D" or "PT1M30S".`);
  }
  const [years, months, weeks, days, hours, minutes, seconds] = parts
    .slice(1)
    .map(part => Number((part ?? '0').replace(',', '.')));
  const start = addMonths(from, (years ?? 0) * 12 + (months ?? 0));
  const end =
    start +
    ((weeks ?? 0) * 7 + (days ?? 0)) * DAY +
    (hours ?? 0) * 3_600_000 +
    (minutes ?? 0) * 60_000 +
    Math.round((seconds ?? 0) * 1000);
  return representable(end, duration);
}

/**
 * The instant of a timestamp with a time zone, in milliseconds since the epoch.
 * @throws RangeError when the text is not a timestamp of RFC 3339.
 */
export function parseTimestamp(text: string): number {
  const wellFormed = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const millis = wellFormed ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(millis)) {
    throw new RangeError(`"${text}" is not an RFC 3339 timestamp: write for example "2026-11-21T08:30:00Z".`);
  }
  return representable(millis, text);
}

function addMonths(from: number, months: number): number {
  if (months === 0) return from;
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function representable(millis: number, given: string): number {
  if (!(millis >= 0 && millis <= LAST)) throw new RangeError(`"${given}" leads outside the years 1970 to 9999.`);
  return millis;
}
