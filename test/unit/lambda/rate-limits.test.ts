import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, test } from 'vitest';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { BUCKETS } from '#shared/platform/lambda/limits/policies.ts';
import {
  consumeSlidingWindow,
  consumeWindow,
  windowWrites,
  withinSlidingWindow,
} from '#shared/platform/lambda/limits/sliding-window.ts';
import { consumeBucket } from '#shared/platform/lambda/limits/token-bucket.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
let clients = 0;
const client = (): string => `192.0.2.${clients++}`;

/** The number of simultaneous attempts that pass, and the responses to the others. */
async function passing(count: number, attempt: () => Promise<unknown>): Promise<{ passed: number; refused: Problem[] }> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, attempt));
  const refused = outcomes.filter(one => one.status === 'rejected').map(one => one.reason as unknown);
  for (const problem of refused) expect(problem).toMatchObject({ code: 'rate_limited', status: 429 });
  return { passed: count - refused.length, refused: refused as Problem[] };
}

describe('the token bucket of an address', () => {
  const { size, refill, everySeconds } = BUCKETS.unauthenticated;

  /** An address that has so many tokens left. */
  async function addressWith(left: number, tier: keyof typeof BUCKETS = 'unauthenticated'): Promise<string> {
    const address = client();
    const key = { pk: `RATE#${tier}#${address}`, sk: 'BUCKET' };
    const taken = BUCKETS[tier].size - left;
    await transact([put({ ...key, kind: 'counter', taken, filledAt: table.clock.now() })]);
    return address;
  }
  const item = async (address: string) =>
    (
      await dynamodb().send(
        new GetCommand({ TableName: tableName(), Key: { pk: `RATE#unauthenticated#${address}`, sk: 'BUCKET' } }),
      )
    ).Item;

  test('costs one update', async () => {
    await consumeBucket('unauthenticated', client());
    expect(table.calls.map(call => call.operation)).toEqual(['UpdateItem']);
  });

  test('the remaining tokens pass, of any number at once; the others get the time of the next refill', async () => {
    const address = await addressWith(7);
    table.clock.advance(100);
    const { passed, refused } = await passing(40, () => consumeBucket('unauthenticated', address));
    expect(passed).toBe(7);
    for (const { retryAfter } of refused) expect(retryAfter).toBe(everySeconds - 100);
  });

  test('requests while it is empty cost nothing: the refill passes in full, and not more', async () => {
    const address = await addressWith(3);
    expect((await passing(50, () => consumeBucket('unauthenticated', address))).passed).toBe(3);
    for (let round = 0; round < 5; round++) {
      table.clock.advance(10);
      expect((await passing(20, () => consumeBucket('unauthenticated', address))).passed).toBe(0);
    }
    table.clock.advance(everySeconds - 50);
    expect((await passing(refill + 30, () => consumeBucket('unauthenticated', address))).passed).toBe(refill);
    expect((await passing(10, () => consumeBucket('unauthenticated', address))).passed).toBe(0);
  });

  test('a request to an empty bucket costs one failed write', async () => {
    const address = await addressWith(0);
    await passing(1, () => consumeBucket('unauthenticated', address));
    const before = await item(address);
    table.calls.length = 0;
    await passing(5, () => consumeBucket('unauthenticated', address));
    expect(table.calls.map(call => call.operation)).toEqual(Array.from({ length: 5 }, () => 'UpdateItem'));
    expect(await item(address)).toEqual(before);
  });

  test('a bucket that is full again counts from then on', async () => {
    const address = await addressWith(size - 150);
    table.clock.advance(2 * everySeconds);
    await consumeBucket('unauthenticated', address);
    expect(await item(address)).toMatchObject({ taken: 1, filledAt: table.clock.now() });
  });

  test('expires once it would be full', async () => {
    const address = client();
    await consumeBucket('unauthenticated', address);
    expect(await item(address)).toMatchObject({ expiresAt: table.clock.now() / 1000 + (size / refill) * everySeconds });
  });

  test('addresses and tiers have separate buckets', async () => {
    const address = await addressWith(0);
    await expect(consumeBucket('unauthenticated', address)).rejects.toThrow('Rate limit exceeded.');
    await consumeBucket('authenticated', address);
    await consumeBucket('unauthenticated', client());
  });
});

describe('the sliding window of an endpoint', () => {
  test('of 50 simultaneous attempts exactly the limit passes', async () => {
    const address = client();
    const { passed, refused } = await passing(50, () => consumeWindow('login', address));
    expect(passed).toBe(5);
    expect(new Set(refused.map(one => one.retryAfter))).toEqual(new Set([60]));
  });

  test('slides: each attempt frees its place when it leaves the window, not all of them together', async () => {
    const address = client();
    const log: [second: number, passes: boolean][] = [];
    for (const second of [0, 10, 20, 30, 40, 50, 59.999, 60, 60.001, 69, 70, 71, 80, 90, 100, 119, 120]) {
      table.clock.set(new Date(Date.parse('2026-03-02T12:00:00Z') + second * 1000).toISOString());
      log.push([second, (await passing(1, () => consumeWindow('login', address))).passed === 1]);
    }
    const passed = log.filter(([, passes]) => passes).map(([second]) => second);
    expect(passed).toEqual([0, 10, 20, 30, 40, 60, 70, 80, 90, 100, 120]);
  });

  test('a rejected attempt does not extend the wait, and gets the second in which the next one passes', async () => {
    const address = client();
    await passing(5, () => consumeWindow('login', address));
    table.clock.advance(45.5);
    const { refused } = await passing(1, () => consumeWindow('login', address));
    expect(refused[0]?.retryAfter).toBe(15);
    table.clock.advance(14.5);
    expect((await passing(6, () => consumeWindow('login', address))).passed).toBe(5);
  });

  test('lets no more than the limit pass within any span of its length', async () => {
    const window = { limit: 3, seconds: 10 };
    const subject = client();
    const passed: number[] = [];
    for (let step = 0; step < 60; step++) {
      table.clock.advance([0, 0.5, 3, 0, 7, 1][step % 6] ?? 0);
      if ((await passing(1, () => consumeSlidingWindow(window, subject))).passed) passed.push(table.clock.now());
    }
    expect(passed.length).toBeGreaterThan(10);
    passed.forEach((at, place) => {
      const fourth = passed[place + window.limit];
      if (fourth !== undefined) expect(fourth - at).toBeGreaterThanOrEqual(window.seconds * 1000);
    });
  });

  test('an attempt whose response was lost counts once, and the last that may pass is not rejected for it', async () => {
    const subject = `lost#${client()}`;
    const lostAnswer = { service: 'dynamodb', operation: 'UpdateItem', kind: 'lostAnswer', times: 1 } as const;
    for (const left of [2, 1, 0]) {
      table.faults.add(lostAnswer);
      expect(await consumeSlidingWindow({ limit: 3, seconds: 60 }, subject)).toMatchObject({ remaining: left });
    }
    await expect(consumeSlidingWindow({ limit: 3, seconds: 60 }, subject)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('works with a limit of one', async () => {
    const window = { limit: 1, seconds: 60 };
    expect((await passing(10, () => consumeSlidingWindow(window, 'one'))).passed).toBe(1);
    table.clock.advance(60);
    expect((await passing(10, () => consumeSlidingWindow(window, 'one'))).passed).toBe(1);
  });

  test('works the same when it is counted in a transaction: a request that is rejected counts nothing', async () => {
    const window = { limit: 2, seconds: 60 };
    const never = { ...put({ pk: 'x', sk: 'x', kind: 'client' }), refused: () => new Error('refused for another reason') };
    Object.assign(never.operation.Put ?? {}, { ConditionExpression: 'attribute_exists(pk)' });
    await expect(transact([...windowWrites(window, 'both'), never])).rejects.toThrow('refused for another reason');
    await transact(windowWrites(window, 'both'));
    expect(await consumeSlidingWindow(window, 'both')).toMatchObject({ remaining: 0 });
    table.clock.advance(20);
    const third = transact(windowWrites(window, 'both'));
    await expect(third).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 40 });
  });

  test.each([
    // limit, already counted, weight, passes, counted afterwards
    [5, 0, 1, true, 1],
    [5, 0, 3, true, 3],
    [5, 2, 3, true, 5],
    [5, 3, 3, false, 3],
    [5, 4, 3, false, 4],
    [5, 5, 1, false, 5],
    [5, 0, 5, true, 5],
    // More than the whole window: it passes when the window is empty, and fills it.
    [5, 0, 8, true, 5],
    [5, 1, 8, false, 1],
    [1, 0, 1, true, 1],
    [1, 0, 4, true, 1],
    [1, 1, 4, false, 1],
    // An attempt without recipients still counts.
    [5, 4, 0, true, 5],
  ])('of %i places %i are taken: a weight of %i passes %j, and %i are taken', async (limit, taken, weight, passes, after) => {
    const window = { limit, seconds: 60 };
    const subject = client();
    for (let place = 0; place < taken; place++) await consumeSlidingWindow(window, subject);
    expect((await passing(1, () => transact(windowWrites(window, subject, weight)))).passed).toBe(passes ? 1 : 0);
    const { passed } = await passing(limit, () => consumeSlidingWindow(window, subject));
    expect(limit - passed).toBe(after);
  });

  test('an attempt with a higher weight waits until the last of the places that it needs is free, and gets that time', async () => {
    const window = { limit: 4, seconds: 60 };
    for (const seconds of [10, 10, 10, 10]) {
      await transact(windowWrites(window, 'heavy'));
      table.clock.advance(seconds);
    }
    // Taken 40, 30, 20 and 10 seconds ago.
    const refusals = [];
    for (const weight of [1, 2, 3, 4])
      refusals.push((await passing(1, () => transact(windowWrites(window, 'heavy', weight)))).refused[0]?.retryAfter);
    expect(refusals).toEqual([20, 30, 40, 50]);
    table.clock.advance(40);
    expect((await passing(1, () => transact(windowWrites(window, 'heavy', 4)))).passed).toBe(0);
    expect((await passing(1, () => transact(windowWrites(window, 'heavy', 3)))).passed).toBe(1);
  });

  test('of many simultaneous attempts of a higher weight no more pass than fit, and none in part', async () => {
    const window = { limit: 10, seconds: 60 };
    const { passed } = await passing(8, () => transact(windowWrites(window, 'crowd', 3)));
    expect(passed).toBe(3);
    expect((await passing(5, () => consumeSlidingWindow(window, 'crowd'))).passed).toBe(1);
  });

  test('withinSlidingWindow returns the result without throwing, and throws other errors', async () => {
    const window = { limit: 2, seconds: 60 };
    const asked = [];
    for (let attempt = 0; attempt < 3; attempt++) asked.push(await withinSlidingWindow(window, 'quiet'));
    expect(asked).toEqual([true, true, false]);
    process.env['TABLE_NAME'] = 'none';
    await expect(withinSlidingWindow(window, 'quiet')).rejects.toThrow();
  });

  afterEach(() => {
    process.env['TABLE_NAME'] = 'test';
  });
});

test('a deployment behind a gateway with limits of its own can switch them off', async () => {
  process.env['RATE_LIMITS'] = 'off';
  await Promise.all(Array.from({ length: 20 }, () => consumeWindow('login', 'off')));
  await consumeBucket('authenticated', 'off');
  expect(table.calls).toEqual([]);
  process.env['RATE_LIMITS'] = 'on';
});
