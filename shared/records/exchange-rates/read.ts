import { registerCache } from '#shared/base/kernel/caches.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { type PublishedRate, rateAmong } from '#shared/model/exchange-rate.ts';
import { taxPointByCategories, type TaxPointFacts } from '#shared/model/vat/tax-point.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { dayKey, PARTITION, type RateSet } from './store.ts';

export type { PublishedRate };

/**
 * TTL of the cache in the process's memory. Stored sets never change; an answer changes only when a new set is stored, or one that
 * fills a gap after an outage.
 */
const KEPT_MILLIS = 60_000;
/** Maximum of days in the cache. */
const KEPT_DAYS = 50;

const kept = new Map<string, { at: number; set: Promise<RateSet | undefined> }>();
registerCache(() => kept.clear());

/**
 * The latest set that was published on a day or before it; undefined when there is none. Cached; costs at most one query of a 1 KB
 * item.
 *
 * @param day `YYYY-MM-DD`, Bucharest
 */
export function lastSetOn(day: string): Promise<RateSet | undefined> {
  const at = now().getTime();
  const known = kept.get(day);
  if (known && Math.abs(at - known.at) < KEPT_MILLIS) return known.set;
  const mine = { at, set: readLast(day) };
  kept.delete(day);
  kept.set(day, mine);
  if (kept.size > KEPT_DAYS) kept.delete(kept.keys().next().value!);
  // Failures are not cached, nor is the absence of rates.
  const forget = (): void => void (kept.get(day) === mine && kept.delete(day));
  mine.set.then(set => set ?? forget(), forget);
  return mine.set;
}

async function readLast(day: string): Promise<RateSet | undefined> {
  const range = { partition: PARTITION, between: [dayKey(''), dayKey(day)] as [string, string] };
  const [item] = await queryItems<{ data: RateSet }>(range, { descending: true, limit: 1 });
  return item?.data;
}

/**
 * The rate for a document of a day: from the latest set that was published strictly before that day, because the bank publishes
 * after 13:00 the rates that apply from the next day on (Cod fiscal art. 290). Undefined when there is no such set, or the currency
 * is not in it.
 *
 * @param day the document's date, `YYYY-MM-DD` in Bucharest
 * @param currency an ISO 4217 code other than RON
 */
export async function rateBefore(day: string, currency: string): Promise<PublishedRate | undefined> {
  return rateAmong(await lastSetOn(addDays(day, -1)), currency);
}

/** The rate for a document that the authority delivered; undefined in lei too. Documents of a run share the sets that were read. */
export const publishedForDelivered = async (
  facts: TaxPointFacts & { currency: string; vatGroups: readonly { category: string }[] },
): Promise<PublishedRate | undefined> =>
  facts.currency === 'RON'
    ? undefined
    : rateBefore(
        taxPointByCategories(
          facts,
          facts.vatGroups.map(({ category }) => category),
        ),
        facts.currency,
      );

/**
 * The sets that were published from one day to another, oldest first. One query: a set has 1 KB.
 *
 * @param from, to `YYYY-MM-DD`, both included
 */
export const setsBetween = async (from: string, to: string): Promise<RateSet[]> =>
  (await queryItems<{ data: RateSet }>({ partition: PARTITION, between: [dayKey(from), dayKey(to)] as [string, string] })).map(
    ({ data }) => data,
  );
