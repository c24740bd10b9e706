import { createHash } from 'node:crypto';
import { instant, instantIn } from '../kernel/clock.ts';
import { getItem, queryItems } from './read.ts';
import { type CompanyId, companyKey, type Item, type Key } from './table.ts';
import { check, type Condition, put, remove, update, type Write } from './transact.ts';

/**
 * Work that a transaction leaves to be done, and that whoever does it takes away. It stands in a sparse index by the instant
 * from which the sweep looks after it, so that nothing is forgotten when a process dies in between, and nothing is polled.
 */
export interface FollowUp {
  /** `render`: a document has its files made. `client`: documents follow a changed client. */
  kind: 'render' | 'client';
  companyId: string;
  /** Of the document, or of the client. */
  id: string;
  /** Times that the sweep handed it on. */
  tries?: number;
}

/** The index is spread over a few partitions: no single one takes the writes of a whole stage. */
const SHARDS = 4;
const shardOf = (id: string): string => `DUE#${(createHash('sha256').update(id).digest()[0] ?? 0) % SHARDS}`;

const followUpKey = (company: CompanyId, { kind, id }: FollowUp): Key => companyKey(company, `FOLLOW#${kind}#${id}`);

/** The write that leaves work to be looked after from `seconds` from now on, and what is to be known of it. */
export const leave = (company: CompanyId, work: FollowUp, seconds: number, data?: object): Write =>
  put({
    ...followUpKey(company, work),
    kind: 'follow-up',
    row: work,
    ...(data && { data }),
    duePk: shardOf(work.id),
    dueAt: instantIn(seconds),
  });

/** What was left with a piece of work; undefined when it is done. */
export const readFollowUp = async <T>(company: CompanyId, work: FollowUp): Promise<T | undefined> =>
  (await getItem<Item & { data: T }>(followUpKey(company, work)))?.data;

/** Lets the transaction pass only while work stands as it was left. */
export const stillLeft = (company: CompanyId, work: FollowUp, condition: Condition): Write =>
  check(followUpKey(company, work), condition);

/** The write that takes it away again. */
export const done = (company: CompanyId, work: FollowUp, condition?: Condition): Write =>
  remove(followUpKey(company, work), condition);

/** The write that puts work off, if it still stands, and counts it. */
export const postpone = (company: CompanyId, work: FollowUp, seconds: number): Write =>
  update(followUpKey(company, work), {
    expression: 'SET dueAt = :at, #row.tries = :tries',
    names: { '#row': 'row' },
    values: { ':at': instantIn(seconds), ':tries': (work.tries ?? 0) + 1 },
    condition: 'attribute_exists(pk)',
  });

/** The write that looks after work no longer, if it still stands. Whoever does it after all takes it away. */
export const setAside = (company: CompanyId, work: FollowUp): Write =>
  update(followUpKey(company, work), { expression: 'REMOVE duePk, dueAt', condition: 'attribute_exists(pk)' });

/** Work that is due now: at most `limit` per shard, oldest first. */
export async function dueWork(limit = 50): Promise<FollowUp[]> {
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      queryItems<{ row: FollowUp }>({ partition: `DUE#${shard}`, between: ['0', instant()] }, { index: 'due', limit }),
    ),
  );
  return shards.flat().map(found => found.row);
}
