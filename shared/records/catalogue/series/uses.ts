import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { shardOf } from '#shared/base/kernel/ids.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { type Condition, put, update, type Write } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

/**
 * Counts the documents that use a series: while there is one, the series cannot be removed. The counter is sharded over `SHARDS`
 * items by a hash of the document's id, as the counters of lists are: with a single item, concurrent creations in a series would
 * conflict. Some documents are counted in `Series.usedCount` instead, so only the sum of both is meaningful.
 */
const SHARDS = 16;

/**
 * Seconds for which the shards of a removed series stay closed: much longer than a creation in progress that has read the series.
 */
const CLOSED = 86_400;

type UseItem = Item & { count: number };

/** The counts of a series' shards by sort key, as read; a shard that was never written is absent. */
export type SeriesUses = ReadonlyMap<string, number>;

const sortKey = (series: string): string => `COUNT#SERIES#${series}`;
const shardKey = (company: CompanyId, series: string, shard: number): Key =>
  companyKey(company, `${sortKey(series)}#${String(shard).padStart(2, '0')}`);

/** Reads the shards of a series. Costs one query. */
export async function readSeriesUses(company: CompanyId, series: string): Promise<SeriesUses> {
  const items = await queryItems<UseItem>({ partition: companyPartition(company), beginsWith: `${sortKey(series)}#` });
  return new Map(items.map(item => [item.sk, item.count]));
}

/** Sum of the shards. It may be negative: removal of a document counted in `Series.usedCount` is subtracted from a shard. */
export const countedUses = (uses: SeriesUses): number => [...uses.values()].reduce((sum, count) => sum + count, 0);

/** A document that starts (`by` 1) or stops (-1) using a series. */
export interface SeriesUse {
  series: string;
  document: string;
  by: 1 | -1;
}

/** The writes that count the uses of one transaction, one per shard. They fail with 404 when a series was removed. */
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

/** The writes that close the shards of a removed series against further counting, conditional on the counts that were read. */
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
