import { today } from '../kernel/clock.ts';
import { log } from '../kernel/log.ts';
import { queryItems } from '../store/read.ts';
import { retryOnContention, transact } from '../store/transact.ts';
import { lastPublicationDue } from './due.ts';
import { rateSource, type RateSource, RatesUnavailable } from './source.ts';
import { dayKey, newRateSet, PARTITION, type RateSet } from './store.ts';

/**
 * Stores what the national bank has published since the last set that is stored.
 *
 * Days are stored from the oldest to the newest, and each write stores a row of days without a gap: whenever a process dies, what is stored
 * has no gaps up to its last day, and the next run goes on from there. Runs at the same time meet in the condition that no day is
 * stored twice, and read again.
 *
 * @throws RatesUnavailable when the source is down or its files are not what they should be; nothing of such a file is stored
 */
export async function refreshRates(): Promise<void> {
  const source = rateSource();
  if (!source) return;
  const last = await lastDay();
  if (last !== undefined && last >= lastPublicationDue()) return;
  const recent = believable(await source.lastTen());
  const [oldest] = recent;
  // After a longer outage, and at the first start, the ten days do not reach back to what is stored.
  if (oldest && (last === undefined || last < oldest.date)) await storeYears(source, last, oldest.date);
  await store(recent);
}

/** How many years before this one are stored at the first start: for as long, accounting documents are kept (Legea 82/1991, art. 25). */
const FIRST_YEARS = 5;

/** The years from the last day that is stored to a day, one after the other. */
async function storeYears(source: RateSource, last: string | undefined, to: string): Promise<void> {
  const toYear = Number(to.slice(0, 4));
  const first = last === undefined ? toYear - FIRST_YEARS : Number(last.slice(0, 4));
  for (let year = first; year <= toYear; year++) await store(believable(await source.ofYear(year)));
}

/** @throws RatesUnavailable for a set of a day that has not come yet */
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

/** What DynamoDB takes in one transaction. */
const MOST_WRITES = 100;

/** Stores the days of a file that are not stored yet. A day that is stored stays as it is, for documents state it. */
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

/** Says in the log that the bank has changed what it had published: an operator decides. */
function reportChange(stored: RateSet | undefined, published: RateSet): void {
  if (!stored) return;
  const changed = Object.keys(published.rates).filter(code => stored.rates[code] !== published.rates[code]);
  if (changed.length > 0)
    log.warn('A published set of exchange rates was changed; the stored one stays', {
      date: stored.date,
      currencies: changed.join(),
    });
}
