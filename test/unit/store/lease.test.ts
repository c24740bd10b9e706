import { describe, expect, test } from 'vitest';
import { newInvocation, ProcessDied, runAs } from '../../../infra/local/invocation.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { changeItem, type VersionedItem } from '#shared/platform/store/change-item.ts';
import {
  changeLeased,
  endLease,
  type Lease,
  leaseIs,
  leaseIsOver,
  newLease,
  NO_LEASE,
  takeLease,
  type Work,
  writesOfLeased,
} from '#shared/platform/store/lease.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { ConditionFailed, create, put, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
const SECONDS = 30;

interface Job extends Lease {
  state: 'waiting' | 'begun' | 'done';
  parts: number;
  tries: number;
}
type Stored = VersionedItem<Job>;

async function newJob(overrides: Partial<Job> = {}): Promise<Stored> {
  const data: Job = { ...NO_LEASE, state: 'waiting', parts: 0, tries: 0, ...overrides };
  const item: Stored = { pk: table.partition(), sk: 'JOB', kind: 'export', version: 1, data };
  await transact([create({ ...item })]);
  table.calls.length = 0;
  return item;
}
const read = async ({ pk, sk }: Key): Promise<Job | undefined> => (await getItem<Stored>({ pk, sk }))?.data;
const leasedUntil = (seconds: number): Lease => ({ lease: 'somebody', leaseUntil: table.clock.now() + seconds * 1000 });
const writes = () => table.calls.filter(({ operation }) => operation === 'PutItem' || operation === 'TransactWriteItems').length;

const WORK: Work<Job> = {
  isDone: ({ state }) => state === 'done',
  begin: job => ({ after: { ...job, state: 'begun', tries: job.tries + 1 } }),
};
const take = (key: Key, work: Partial<Work<Job>> = {}) => takeLease<Job>(key, SECONDS, { ...WORK, ...work });
/** The result of taking: the number of attempts, or why there is none. */
const outcome = (taking: Promise<Stored | undefined>): Promise<number | string | undefined> =>
  taking.then(
    item => item?.data.tries,
    (error: Error) => error.name,
  );
const addPart = (job: Job) => ({ after: { ...job, parts: job.parts + 1 } });
const finish = (job: Job) => ({ after: { ...job, state: 'done' as const } });

/** Runs a piece of work in a process that dies at its first write. */
async function dying(when: 'before' | 'after', operation: string, run: () => Promise<unknown>): Promise<void> {
  table.faults.crash({ call: 1, when, operation: `dynamodb.${operation}` });
  await expect(runAs(newInvocation(newId(), 'worker'), run)).rejects.toThrow(ProcessDied);
}

describe('taking a lease', () => {
  test.each<[what: string, job: () => Partial<Job>, taken: number | string | undefined]>([
    ['has never been taken', () => ({}), 1],
    ['was released', () => ({ ...NO_LEASE, tries: 3 }), 4],
    ['has expired', () => ({ ...leasedUntil(-0.001), state: 'begun', tries: 1 }), 2],
    ['expires at this very moment', () => leasedUntil(0), 'LeaseTaken'],
    ['another worker has', () => leasedUntil(10), 'LeaseTaken'],
    ['is done', () => ({ state: 'done' }), undefined],
    ['is done, though another worker has it', () => ({ ...leasedUntil(10), state: 'done' }), undefined],
  ])('of work that %s', async (_, job, taken) => {
    const item = await newJob(job());
    expect(await outcome(take(item))).toBe(taken);
    if (typeof taken === 'number') {
      expect(await read(item)).toMatchObject({ state: 'begun', leaseUntil: table.clock.now() + SECONDS * 1000 });
    } else {
      expect(writes()).toBe(0);
      expect(await read(item)).toEqual(item.data);
    }
  });

  test('of an item that does not exist returns none', async () => {
    expect(await take({ pk: table.partition(), sk: 'JOB' })).toBeUndefined();
  });

  test('returns none where its beginning is its end: the work is done, and nobody has it', async () => {
    const item = await newJob();
    expect((await take(item, { begin: finish }))?.data).toMatchObject({ state: 'done', ...NO_LEASE });
    expect(await read(item)).toMatchObject({ state: 'done', ...NO_LEASE });
  });

  test('writes its other items with it', async () => {
    const item = await newJob();
    const also = [create({ pk: item.pk, sk: 'BEGUN', kind: 'export' })];
    await take(item, { begin: job => ({ after: job, also }) });
    expect(await getItem({ pk: item.pk, sk: 'BEGUN' })).toBeDefined();
  });

  test.each<[what: string, job: () => Partial<Job>, tries: number]>([
    ['is free', () => ({}), 1],
    ['has expired', () => ({ ...leasedUntil(-1), tries: 1 }), 2],
  ])('that %s, one of 8 simultaneous workers gets it', async (_, job, tries) => {
    const item = await newJob(job());
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(take(item))));
    expect(outcomes.toSorted()).toEqual([tries, ...Array<string>(7).fill('LeaseTaken')]);
    expect(await read(item)).toMatchObject({ tries });
  });

  test.each([
    ['lostAnswer', 1],
    ['throttle', 2],
    ['conflict', 2],
  ] as const)('once, by its holder, when its call meets %s %i times', async (kind, times) => {
    const item = await newJob();
    table.faults.add({ service: 'dynamodb', operation: 'PutItem', kind, times });
    const held = await take(item);
    expect(held?.data).toMatchObject({ state: 'begun', tries: 1 });
    expect(await read(item)).toEqual(held?.data);
  });
});

describe('the holder of a lease', () => {
  test('changes its item without reading it', async () => {
    const held = (await take(await newJob())) as Stored;
    table.calls.length = 0;
    const changed = (await changeLeased(held, addPart)) as Stored;
    expect(await changeLeased(changed, addPart)).toMatchObject({ version: 4, data: { parts: 2, lease: held.data.lease } });
    expect(table.calls.map(({ operation }) => operation)).toEqual(['PutItem', 'PutItem']);
  });

  test("changes it on the basis of others' changes", async () => {
    const held = (await take(await newJob())) as Stored;
    await changeItem<Job>(held, job => ({ after: { ...job, tries: 7 } }));
    expect((await changeLeased(held, addPart))?.data).toMatchObject({ parts: 1, tries: 7 });
  });

  test('writes nothing where nothing is to be changed', async () => {
    const held = (await take(await newJob())) as Stored;
    table.calls.length = 0;
    expect([await changeLeased(held, () => null), await endLease(held, () => null)]).toEqual([undefined, undefined]);
    expect(table.calls).toEqual([]);
  });

  test('releases it with its last change: the next one takes it at once', async () => {
    const held = (await take(await newJob())) as Stored;
    const ended = await endLease(held, job => ({ ...addPart(job), attributes: { gsi1pk: 'G', gsi1sk: 'S' } }));
    expect(ended).toMatchObject({ data: { parts: 1, ...NO_LEASE }, gsi1pk: 'G' });
    expect(await outcome(take(held))).toBe(2);
  });

  test('releases it once, also when the response is lost', async () => {
    const held = (await take(await newJob())) as Stored;
    table.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'lostAnswer', times: 1 });
    expect((await endLease(held, addPart))?.data.parts).toBe(1);
    expect(await endLease(held, addPart)).toBeUndefined();
    expect(await read(held)).toMatchObject({ parts: 1, ...NO_LEASE });
  });

  test.each([
    ['changeLeased', changeLeased],
    ['endLease', endLease],
  ])('that was only slow, and whose lease is another’s by now, changes nothing (%s)', async (_, change) => {
    const slow = (await take(await newJob())) as Stored;
    table.clock.advance(SECONDS + 1);
    const next = (await take(slow)) as Stored;
    expect(await change(slow, finish)).toBeUndefined();
    expect(await read(slow)).toEqual(next.data);
  });

  test('gives it back together with other writes, unless another one has it by now: then nothing is written', async () => {
    const held = (await take(await newJob())) as Stored;
    const ending = (sk: string) => {
      const also = [create({ pk: held.pk, sk, kind: 'export' })];
      return transact(writesOfLeased(held, { ...finish(held.data), attributes: { gsi1pk: 'G', gsi1sk: 'S' }, also }));
    };
    await ending('FIRST');
    expect(await getItem<Stored>({ pk: held.pk, sk: held.sk })).toMatchObject({
      ...{ version: 3, gsi1pk: 'G', data: { state: 'done', ...NO_LEASE } },
    });
    expect(await getItem({ pk: held.pk, sk: 'FIRST' })).toBeDefined();
    await expect(ending('SECOND')).rejects.toMatchObject({ name: 'LeaseTaken' });
    expect(await getItem({ pk: held.pk, sk: 'SECOND' })).toBeUndefined();
    await transact(writesOfLeased({ ...held, version: 3 }, finish(held.data)));
  });

  test('that was slow may still change an item that was not taken over', async () => {
    const slow = (await take(await newJob())) as Stored;
    table.clock.advance(SECONDS + 1);
    expect((await endLease(slow, finish))?.data.state).toBe('done');
  });
});

describe('a process that dies', () => {
  test('before it takes the lease leaves nothing: the next one takes it at once', async () => {
    const item = await newJob();
    await dying('before', 'PutItem', () => take(item));
    expect(await outcome(take(item))).toBe(1);
  });

  test('with the lease has it until it expires; then the next one takes over the work', async () => {
    const item = await newJob();
    await dying('after', 'PutItem', () => take(item));
    expect(await outcome(take(item))).toBe('LeaseTaken');
    table.clock.advance(SECONDS);
    expect(await outcome(take(item))).toBe('LeaseTaken');
    table.clock.advance(0.001);
    expect(await outcome(take(item))).toBe(2);
  });

  test.each([
    ['before', 2, { parts: 0, state: 'begun' }],
    ['after', undefined, { parts: 1, state: 'done' }],
  ] as const)('%s its last write: the next one gets %s', async (when, next, left) => {
    const held = (await take(await newJob())) as Stored;
    await dying(when, 'PutItem', () => endLease(held, job => finish(addPart(job).after)));
    expect(await read(held)).toMatchObject(left);
    table.clock.advance(SECONDS + 1);
    expect(await outcome(take(held))).toBe(next);
  });
});

describe('a lease in attributes of the item itself', () => {
  const item = (lease: Partial<Lease>) => ({ pk: table.partition(), sk: 'CLAIM', kind: 'idempotency-key' as const, ...lease });

  test.each<[what: string, lease: () => Partial<Lease>, over: boolean]>([
    ['has expired', () => leasedUntil(-0.001), true],
    ['expires at this very moment', () => leasedUntil(0), false],
    ['is held', () => leasedUntil(10), false],
    ['was released', () => NO_LEASE, true],
    ['does not exist', () => ({}), false],
  ])('that %s: whether it is over is %s, %s', async (_, lease, over) => {
    const claim = item(lease());
    await transact([create(claim)]);
    const taking = transact([put({ ...claim, ...newLease(SECONDS) }, leaseIsOver())]);
    if (over) await taking;
    else await expect(taking).rejects.toThrow(ConditionFailed);
  });

  test('belongs to its holder only', async () => {
    const lease = newLease(SECONDS);
    const claim = item(lease);
    await transact([create(claim)]);
    await transact([put(claim, leaseIs(lease))]);
    await expect(transact([put(claim, leaseIs(newLease(SECONDS)))])).rejects.toThrow(ConditionFailed);
  });
});
