import { instant } from '#shared/base/kernel/clock.ts';
import { isWhole } from './packing/damaged.ts';
import { queryItems } from './read.ts';
import { shardOf } from '#shared/base/kernel/ids.ts';
import type { Item, Key } from './table.ts';
import type { DueQueue } from '#shared/base/vocabulary/due-work.ts';

/**
 * A sparse index of items by the time at which scheduled functions must process them. No work is lost when a process dies: an item
 * stays in the index until the item, or its two index attributes, are removed.
 */

/** The index is sharded, so that no single partition receives all writes. */
const SHARDS = 4;

/** The attributes by which an item is in the index. */
export type DueMark = Required<Pick<Item, 'duePk' | 'dueAt'>>;

/**
 * The attributes that put an item into the index.
 *
 * @param queue names the kind of work (vocabulary/due-work.ts)
 * @param id spreads the work over the partitions
 * @param at ISO instant from which on it is due
 */
export const due = (queue: DueQueue, id: string, at: string): DueMark => ({
  duePk: `${queue}#${shardOf(id, SHARDS)}`,
  dueAt: at,
});

/** The partitions of the index with a kind of work. */
export const duePartitions = (queue: DueQueue): string[] => Array.from({ length: SHARDS }, (_, shard) => `${queue}#${shard}`);

/**
 * The keys, times and rows of the items that are due now: at most `limit` per partition, oldest first. The index is eventually
 * consistent: an item may have been changed or removed since.
 *
 * @param until ISO instant; a later one than now also returns items that are due by then, for callers that can delay them until
 * their time
 */
export async function dueItems<Row>(
  queue: DueQueue,
  limit = 50,
  until: string = instant(),
): Promise<(Key & DueMark & { row: Row })[]> {
  const shards = await Promise.all(
    duePartitions(queue).map(partition =>
      queryItems<Key & DueMark & { row: Row }>({ partition, between: ['0', until] }, { index: 'due', limit }),
    ),
  );
  return shards.flat();
}

/** The rows of items that are due now, as `dueItems`. One that cannot be read is reported, and must not stop the work of all others. */
export const dueRows = async <Row>(queue: DueQueue, limit?: number, until?: string): Promise<Row[]> =>
  (await dueItems<Row>(queue, limit, until)).filter(item => isWhole(item, 'row')).map(({ row }) => row);
