import { beforeEach, describe, expect, test } from 'vitest';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import type { Item, Key } from '#shared/platform/store/table.ts';
import { create, decidedOn, put, transact, update } from '#shared/platform/store/transact.ts';
import { withTicket, patienceBehind, pauseBefore } from '#shared/platform/store/ticket-queue.ts';
import { sized } from '../../support/effort.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
let record: Key;
let queue: Key;

beforeEach(async () => {
  const pk = table.partition();
  record = { pk, sk: 'RECORD' };
  queue = { pk, sk: 'TURN' };
  await transact([put({ ...record, kind: 'client', value: 0 })]);
  table.calls.length = 0;
});

const valueOf = async (): Promise<number> => (await getItem<Key & { value: number }>(record))?.value ?? -1;

/** Takes the next value, as long as it is the one after the value that was read, and records it: a transaction, as decisions are. */
const takeNext = (): Promise<number> =>
  withTicket(queue, async (_, more) => {
    const before = await valueOf();
    const next = update(record, {
      expression: 'SET #value = :next',
      names: { '#value': 'value' },
      values: { ':next': before + 1, ':before': before },
      condition: '#value = :before',
    });
    await transact([decidedOn(next), create({ pk: record.pk, sk: `TAKEN#${before + 1}`, kind: 'client' }), ...more]);
    return before + 1;
  });

const takeNextAtOnce = async (count: number): Promise<void> => {
  const from = await valueOf();
  const values = await Promise.all(Array.from({ length: count }, takeNext));
  expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, place) => from + place + 1));
};

const ticketsLeft = (): Promise<Item[]> => queryItems<Item>({ partition: queue.pk, beginsWith: `${queue.sk}#` });

/** The ticket of a caller that died with it, drawn before all others. */
const abandoned = (place: number, seconds = 60): Promise<void> =>
  transact([create({ pk: queue.pk, sk: `${queue.sk}#0-${place}`, kind: 'ticket', expiresAt: epochSeconds() + seconds })]);

/** Fails its condition at once, and is rejected when its turn comes. */
const refusedInTurn = (): Promise<never> =>
  withTicket(queue, async attempt => {
    if (attempt > 0) throw notFound('Record');
    await transact([create({ ...record, kind: 'client' }), create({ pk: record.pk, sk: 'NOTE', kind: 'client' })]);
    throw new Error('The record was not there.');
  });

describe('decisions that need one item at the same time', () => {
  test('take turns: each succeeds, on fresh data, with few transactions each, and leaves no ticket', async () => {
    const count = sized(12, 24);
    await takeNextAtOnce(count);
    expect(table.callsOf('TransactWriteItems').length).toBeLessThanOrEqual(3 * count);
    expect(await ticketsLeft()).toEqual([]);
  });

  test('do so with conflicts, throttles and lost responses of every write', async () => {
    const kinds = ['conflict', 'throttle', 'lostAnswer'] as const;
    // Nobody else writes the ticket that a caller draws: its write meets no conflict.
    const faults = { TransactWriteItems: kinds, DeleteItem: kinds, PutItem: kinds.slice(1) };
    for (const [operation, of] of Object.entries(faults))
      for (const kind of of) table.faults.add({ service: 'dynamodb', operation, kind, rate: 0.1, seed: 7 });
    await takeNextAtOnce(sized(8, 16));
    table.faults.clear();
    expect(await ticketsLeft()).toEqual([]);
  });

  test('a single one never uses the queue', async () => {
    expect(await takeNext()).toBe(1);
    expect([...table.callsOf('PutItem'), ...table.callsOf('Query')]).toEqual([]);
  });

  test('no ticket is written or removed during a transaction on it: nothing is rejected for that', async () => {
    await takeNextAtOnce(8);
    expect(table.callsOf('UpdateItem')).toEqual([]);
    expect(table.callsOf('DeleteItem')).toEqual([]);
    const drawn = table.callsOf('PutItem').map(call => (call.input['Item'] as Key).sk);
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});

describe('the queue never stops', () => {
  test('a ticket drawn again after a lost response is one ticket: nobody waits for the other', async () => {
    table.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'lostAnswer', times: 3 });
    await takeNextAtOnce(4);
    expect(table.callsOf('DeleteItem')).toEqual([]);
    expect(await ticketsLeft()).toEqual([]);
  });

  test('callers that died with their tickets: those behind wait a moment once, and remove them', async () => {
    await Promise.all([0, 1, 2].map(place => abandoned(place)));
    await takeNextAtOnce(4);
    expect(await ticketsLeft()).toEqual([]);
  });

  test('an expired ticket does not count', async () => {
    await abandoned(0);
    table.clock.advance(60);
    await takeNextAtOnce(3);
    expect(table.callsOf('DeleteItem')).toEqual([]);
  });

  test('one that is rejected in its turn removes its ticket, also past conflicts, and the others continue', async () => {
    table.faults.add({ service: 'dynamodb', operation: 'DeleteItem', kind: 'conflict', times: 3 });
    await Promise.all([expect(refusedInTurn()).rejects.toMatchObject({ code: 'not_found' }), takeNextAtOnce(3)]);
    expect(await ticketsLeft()).toEqual([]);
  });

  test('a ticket that cannot be removed hides no error', async () => {
    table.faults.add({ service: 'dynamodb', operation: 'DeleteItem', kind: 'fail' });
    await expect(refusedInTurn()).rejects.toMatchObject({ code: 'not_found' });
    table.faults.clear();
    expect(await ticketsLeft()).toHaveLength(1);
    await takeNextAtOnce(3);
    expect(await ticketsLeft()).toEqual([]);
  });

  test('a ticket that could not be drawn is removed, in case it was', async () => {
    await transact([put({ ...record, kind: 'client', value: 0 })]);
    // As often as the SDK sends it.
    table.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'lostAnswer', times: 4 });
    await expect(refusedInTurn()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await ticketsLeft()).toEqual([]);
  });
});

describe('the wait between two polls', () => {
  test('is short for the next in line, and otherwise most of the time that the queue before takes', () => {
    for (const [ahead, pace, least, most] of [
      [0, 100, 5, 25],
      [1, 100, 5, 25],
      [2, 100, 5, 25],
      [3, 100, 55, 105],
      [12, 20, 105, 185],
      [1_000, 20, 505, 825],
    ] as const) {
      for (let dice = 0; dice < 50; dice++) {
        const pause = pauseBefore(ahead, pace);
        expect(pause).toBeGreaterThanOrEqual(least);
        expect(pause).toBeLessThanOrEqual(most);
      }
    }
  });

  test.each([
    [1, 1_500],
    [2, 1_800],
    [10, 4_200],
    [16, 6_000],
    [99, 6_000],
  ])('a caller with %i before it gives up a queue without progress after %i ms', (ahead, millis) => {
    expect(patienceBehind(ahead)).toBe(millis);
  });
});
