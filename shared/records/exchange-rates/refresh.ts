import { today } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { lastPublicationDue } from './due.ts';
import { rateSource, type RateSource, RatesUnavailable } from './source.ts';
import { dayKey, newRateSet, PARTITION, type RateSet } from './store.ts';

/**
 * Stores the sets that the national bank has published since the last stored one.
 *
 * Days are stored from the oldest to the newest, and each transaction stores consecutive publications: whenever a process dies, the
 * stored days have no gap, and the next run continues after the last one. Concurrent runs conflict, because a day can be created
 * only once; the loser reads again and retries.
 *
 * @throws RatesUnavailable when the source is down or a file is not as expected; nothing of such a file is stored
 */
export async function refreshRates(): Promise<void> {
  const source = rateSource();
  if (!source) return;
  const last = await lastDay();
  if (last !== undefined && last >= lastPublicationDue()) return;
  const recent = believable(await source.lastTen());
  const [oldest] = recent;
  // After a longer outage, and at the first start, the ten days do not reach back to the last stored day.
  if (oldest && (last === undefined || last < oldest.date)) await storeYears(source, last, oldest.date);
  await store(recent);
}

/**
 * Years before the current one that the first start stores: the retention period of accounting documents (Legea 82/1991, art. 25).
 */
const FIRST_YEARS = 5;

/** Stores the files of the years from the last stored day to the day `to`, one after the other. */
async function storeYears(source: RateSource, last: string | undefined, to: string): Promise<void> {
  const toYear = Number(to.slice(0, 4));
  const first = last === undefined ? toYear - FIRST_YEARS : Number(last.slice(0, 4));
  for (let year = first; year <= toYear; year++) await store(believable(await source.ofYear(year)));
}

/** @throws RatesUnavailable for a set with a date in the future */
function believable(sets: RateSet[]): RateSet[] {
  const last = sets.at(-1)?.date ?? '';
  if (last > today()) throw new RatesUnavailable(`The source has a set of ${last}, which is in the future.`);
  return sets;
}

async function lastDay(): Promise<string | undefined> {
  const [item] = await queryItems<{ data: RateSet }>(
    { partition: PARTITION, beginsWith: dayKey('') },
    { descending: true, limit: 1 },
  );
  return item?.data.date;
}

/** Maximum of writes in one DynamoDB transaction. */
const MOST_WRITES = 100;

/** Stores the days of a file that are not stored yet. A stored day is never changed, because documents state its rates. */
async function store(sets: readonly RateSet[]): Promise<void> {
  const [first, last] = [sets[0], sets.at(-1)];
  if (!first || !last) return;
  await retryOnContention(async () => {
    const range = { partition: PARTITION, between: [dayKey(first.date), dayKey(last.date)] as [string, string] };
    const stored = new Map((await queryItems<{ data: RateSet }>(range)).map(({ data }) => [data.date, data]));
    for (const set of sets) reportChange(stored.get(set.date), set);
    const missing = sets.filter(({ date }) => !stored.has(date));
    for (let from = 0; from < missing.length; from += MOST_WRITES)
      await transact(missing.slice(from, from + MOST_WRITES).map(set => newRateSet(set)));
  });
}

/** Logs that the bank has changed a published set; an operator decides what to do. */
function reportChange(stored: RateSet | undefined, published: RateSet): void {
  if (!stored) return;
  const changed = Object.keys(published.rates).filter(code => stored.rates[code] !== published.rates[code]);
  if (changed.length > 0)
    log.warn('A published set of exchange rates was changed; the stored one stays', {
      date: stored.date,
      currencies: changed.join(),
    });
}
