import { instant } from '../kernel/clock.ts';
import { queryItems } from './read.ts';
import { shardOf } from './shards.ts';
import type { Item, Key } from './table.ts';

/**
 * Items that wait for a time: a sparse index by the instant from which a timed function looks after them. Nothing is polled, and nothing
 * is forgotten when a process dies: an item stays in the index until somebody removes it, or its two attributes.
 */

/** The index is spread over a few partitions: no single one takes the writes of a whole stage. */
const SHARDS = 4;

/** The attributes by which an item is in the index. */
export type DueMark = Required<Pick<Item, 'duePk' | 'dueAt'>>;

/**
 * The attributes that put an item into the index.
 *
 * @param queue names the kind of work: the prefix of its index partitions, such as `DUE`
 * @param id spreads the work over the partitions
 * @param at ISO instant from which on it is due
 */
export const due = (queue: string, id: string, at: string): DueMark => ({
  duePk: `${queue}#${shardOf(id, SHARDS)}`,
  dueAt: at,
});

/**
 * What the index has of items that are due now, their keys with it: at most `limit` per partition, oldest first. Index reads lag: an item
 * may have been changed or removed since.
 *
 * @param until ISO instant: takes what is due by then, for who can hold it back until its time
 */
export async function dueItems<Row>(queue: string, limit = 50, until: string = instant()): Promise<(Key & { row: Row })[]> {
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      queryItems<Key & { row: Row }>({ partition: `${queue}#${shard}`, between: ['0', until] }, { index: 'due', limit }),
    ),
  );
  return shards.flat();
}

/** The rows of items that are due now, as `dueItems`. */
export const dueRows = async <Row>(queue: string, limit?: number, until?: string): Promise<Row[]> =>
  (await dueItems<Row>(queue, limit, until)).map(({ row }) => row);
