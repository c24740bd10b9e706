import { createHash } from 'node:crypto';
import { instant, instantIn } from '../kernel/clock.ts';
import { queryItems } from './read.ts';
import { type CompanyId, companyKey, type Item, type Key } from './table.ts';
import { put, remove, type Write } from './transact.ts';

/**
 * Work that a transaction leaves to be done, and that whoever does it takes away. It stands in a sparse index by the instant
 * from which the sweep looks after it, so that nothing is forgotten when a process dies in between, and nothing is polled.
 */
export interface FollowUp {
  kind: 'render';
  companyId: string;
  /** The document. */
  id: string;
}

/** The index is spread over a few partitions: no single one takes the writes of a whole stage. */
const SHARDS = 4;
const shardOf = (id: string): string => `DUE#${(createHash('sha256').update(id).digest()[0] ?? 0) % SHARDS}`;

const followUpKey = (company: CompanyId, { kind, id }: FollowUp): Key => companyKey(company, `FOLLOW#${kind}#${id}`);

const item = (company: CompanyId, work: FollowUp, dueAt: string): Item & Record<string, unknown> => ({
  ...followUpKey(company, work),
  kind: 'follow-up',
  row: work,
  duePk: shardOf(work.id),
  dueAt,
});

/** The write that leaves work to be looked after from `seconds` from now on. */
export const leave = (company: CompanyId, work: FollowUp, seconds: number): Write => put(item(company, work, instantIn(seconds)));

/** The write that takes it away again. */
export const done = (company: CompanyId, work: FollowUp): Write => remove(followUpKey(company, work));

/** The write that puts work off, if it still stands. */
export const postpone = (company: CompanyId, work: FollowUp, seconds: number): Write =>
  put(item(company, work, instantIn(seconds)), { expression: 'attribute_exists(pk)' });

/** Work that is due now: at most `limit` per shard, oldest first. */
export async function dueWork(limit = 50): Promise<FollowUp[]> {
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      queryItems<{ row: FollowUp }>({ partition: `DUE#${shard}`, between: ['0', instant()] }, { index: 'due', limit }),
    ),
  );
  return shards.flat().map(found => found.row);
}
