import * as z from 'zod';
import { localDay, now } from '#shared/base/kernel/clock.ts';

/**
 * The authority's limits, in their strictest reading: a minute is any 60 seconds, a day is any 24 hours, and a day is also
 * that of the calendar in Romania. Counted when a call arrives; a call that is refused for a limit does not count.
 *
 * Implemented independently of the service's own counting, so that tests find mistakes in it.
 */
export const LIMITS = { calls: 1000, list: 1500, download: 10, status: 100, upload: 1000 } as const;

export type LimitName = keyof typeof LIMITS;

const count = z.int().min(0).max(100_000);
/** Replaces limits: a lower number makes one stricter, a very high number switches it off in practice. */
export const limitsPatch = z.strictObject({ calls: count, list: count, download: count, status: count, upload: count }).partial();
export type LimitSettings = z.infer<typeof limitsPatch>;

const MINUTE = 60_000;
const DAY = 86_400_000;

export interface Counter {
  /** Counts a call that arrives. @returns false, and counts nothing, when it is beyond the limit */
  allows(limit: LimitName, subject?: string): boolean;
  /** When the calls arrived that were counted, in epoch milliseconds. */
  arrivals(limit: LimitName, subject?: string): number[];
  /** Calls beyond the authority's real limits (`LIMITS`), whatever limits are set at the moment. */
  breaches(): string[];
}

/** @param settings the limits as they are set at the moment */
export function createCounter(settings: () => LimitSettings): Counter {
  const arrived = new Map<string, number[]>();
  const breaches: string[] = [];
  return {
    allows(limit, subject = 'all') {
      const at = now().getTime();
      const key = `${limit} ${subject}`;
      const known = (arrived.get(key) ?? []).filter(each => each > at - 2 * DAY);
      const inside = known.filter(each => isCounted(limit, each, at)).length;
      if (inside >= LIMITS[limit])
        breaches.push(`${limit} of ${subject}: more than ${LIMITS[limit]} at ${new Date(at).toISOString()}`);
      const isAllowed = inside < (settings()[limit] ?? LIMITS[limit]);
      arrived.set(key, isAllowed ? [...known, at] : known);
      return isAllowed;
    },
    arrivals: (limit, subject = 'all') => [...(arrived.get(`${limit} ${subject}`) ?? [])],
    breaches: () => [...breaches],
  };
}

const isCounted = (limit: LimitName, earlier: number, at: number): boolean =>
  limit === 'calls'
    ? earlier > at - MINUTE && earlier <= at
    : earlier <= at && (earlier > at - DAY || dayOf(earlier) === dayOf(at));

const dayOf = (at: number): string => localDay(new Date(at).toISOString());

/** The authority's error texts, sent in a response with status 200; only `calls` has an HTTP error status of its own. */
export const LIMIT_TEXTS: Record<Exclude<LimitName, 'calls'>, (limit: number, subject: string) => string> = {
  list: limit => `S-au facut deja ${limit} interogari de lista mesaje de catre utilizator in cursul zilei`,
  download: limit => `S-au facut deja ${limit} descarcari de mesaj in cursul zilei`,
  status: (limit, subject) => `S-au facut deja ${limit} interogari de stare pentru id_incarcare=${subject} in cursul zilei`,
  upload: (limit, subject) => `S-au incarcat deja ${limit} de mesaje pentru cui=${subject} in cursul zilei`,
};
