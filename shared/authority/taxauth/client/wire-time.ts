/** The authority's times (`dateResponse`, `data_creare`): `yyyyMMddHHmm` in local time of Romania. */

let parts: Intl.DateTimeFormat | undefined;

/** Created on first use: loading the time zone takes 20 ms of a cold start. */
const wallClock = (): Intl.DateTimeFormat =>
  (parts ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Bucharest',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }));

/** An instant in the authority's format. */
export function wireTime(at: Date): string {
  const field = Object.fromEntries(
    wallClock()
      .formatToParts(at)
      .map(part => [part.type, part.value]),
  );
  return `${field['year']}${field['month']}${field['day']}${field['hour']}${field['minute']}`;
}

/** The instant (ISO 8601 UTC) of a time in the authority's format; null for any other text. */
export function parseWireTime(text: string): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  // Romania is two or three hours ahead of UTC: the right offset is the one that formats to the same local time again.
  for (const hours of [2, 3]) {
    const candidate = new Date(wall - hours * 3_600_000);
    if (wireTime(candidate) === text) return candidate.toISOString();
  }
  return null;
}
