import { epochSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { queryItems } from '../../store/read.ts';
import { shardOf } from '../../store/shards.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '../../store/table.ts';
import { type Condition, put, update, type Write } from '../../store/transact.ts';
import type { ItemKind } from '../../vocabulary/item-kinds.ts';

/**
 * How many documents name a series: while there is one, it cannot be removed. Spread over `SHARDS` items, as the counters of lists are,
 * and by the same hash: with one item for all, every two creations in a series would be in each other's way. A document always moves
 * the same one. `Series.usedCount` holds what was counted otherwise, so that only the sum means something.
 */
const SHARDS = 16;

/** Seconds for which the shards of a removed series stay closed: much longer than any creation that had read it takes. */
const CLOSED = 86_400;

type UseItem = Item & { count: number };

/** What the shards of a series hold, as read: a shard that nothing was counted in is absent. */
export type SeriesUses = ReadonlyMap<string, number>;

const sortKey = (series: string): string => `COUNT#SERIES#${series}`;
const shardKey = (company: CompanyId, series: string, shard: number): Key =>
  companyKey(company, `${sortKey(series)}#${String(shard).padStart(2, '0')}`);

/** The shards of a series. One query. */
export async function readSeriesUses(company: CompanyId, series: string): Promise<SeriesUses> {
  const items = await queryItems<UseItem>({ partition: companyPartition(company), beginsWith: `${sortKey(series)}#` });
  return new Map(items.map(item => [item.sk, item.count]));
}

/** Documents that the shards count; with documents counted in `Series.usedCount` some may hold less than nothing. */
export const countedUses = (uses: SeriesUses): number => [...uses.values()].reduce((sum, count) => sum + count, 0);

/** A document that begins (`by` 1) or ceases (-1) to name a series. */
export interface SeriesUse {
  series: string;
  document: string;
  by: 1 | -1;
}

/** Counts documents of one transaction, which may write an item once; 404 when a series was removed. */
export function countSeriesUses(company: CompanyId, uses: readonly SeriesUse[]): Write[] {
  const byShard = Map.groupBy(uses, ({ series, document }) => shardKey(company, series, shardOf(document, SHARDS)).sk);
  return [...byShard].flatMap(([sk, own]) => {
    const by = own.reduce((sum, use) => sum + use.by, 0);
    return by === 0 ? [] : [addition(companyKey(company, sk), by)];
  });
}

const addition = (key: Key, by: number): Write =>
  update(
    key,
    {
      expression: 'SET #kind = :kind ADD #count :by',
      names: { '#kind': 'kind', '#count': 'count' },
      values: { ':kind': 'counter' satisfies ItemKind, ':by': by },
      condition: 'attribute_not_exists(closed)',
    },
    () => notFound('Document series'),
  );

/** The writes that close the shards of a series that is removed, if they are as they were read: nothing is counted in them any more. */
export const closeSeriesUses = (company: CompanyId, series: string, uses: SeriesUses): Write[] =>
  Array.from({ length: SHARDS }, (_, shard) => {
    const key = shardKey(company, series, shard);
    const count = uses.get(key.sk);
    return put(
      { ...key, kind: 'counter' satisfies ItemKind, count: count ?? 0, closed: true, expiresAt: epochSeconds() + CLOSED },
      count === undefined ? { expression: 'attribute_not_exists(pk)' } : stillCounts(count),
    );
  });

const stillCounts = (count: number): Condition => ({
  expression: '#count = :count',
  names: { '#count': 'count' },
  values: { ':count': count },
});
