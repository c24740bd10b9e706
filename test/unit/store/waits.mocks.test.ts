import { describe, expect, test, vi } from 'vitest';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getItems, queryItems } from '#shared/platform/store/read.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import { ConditionFailed } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

/** Waits between tries are noted, not waited for. */
const waits: number[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: (millis: number) => {
    waits.push(millis);
    return Promise.resolve();
  },
}));

const table = useTable();

describe('keys that a call leaves unprocessed', () => {
  const keys = ['A', 'B', 'C'].map(sk => ({ pk: 'P', sk }));
  /** Each call processes as many of its keys. @returns what the calls asked for */
  async function processing(each: number): Promise<{ asked: string[][]; found: unknown }> {
    waits.length = 0;
    const asked: string[][] = [];
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation((async (command: {
      input: { RequestItems: Record<string, { Keys: { sk: string }[] }> };
    }) => {
      const of = command.input.RequestItems['test']?.Keys ?? [];
      asked.push(of.map(({ sk }) => sk));
      return { Responses: { test: of.slice(0, each) }, UnprocessedKeys: { test: { Keys: of.slice(each) } } };
    }) as never);
    const found = await getItems(keys).catch((error: unknown) => error);
    send.mockRestore();
    return { asked, found };
  }

  test('are requested again, after a wait', async () => {
    expect(await processing(1)).toEqual({ asked: [['A', 'B', 'C'], ['B', 'C'], ['C']], found: keys });
    expect(waits).toHaveLength(2);
  });

  test('repeatedly are an error after 11 calls, with growing waits', async () => {
    const { asked, found } = await processing(0);
    expect(asked).toHaveLength(11);
    expect(found).toMatchObject({ message: 'BatchGetItem left keys unprocessed.' });
    waits.forEach((millis, place) => expect(millis).toBeLessThanOrEqual(Math.min(1_000, 20 * 2 ** (place + 1))));
    expect(Math.max(...waits)).toBeGreaterThan(100);
  });
});

test('a decision whose condition also fails in its turn is 503 after 40 attempts, with short waits, and leaves no ticket', async () => {
  waits.length = 0;
  const queue = { pk: table.partition(), sk: 'TURN' };
  const attempts: number[] = [];
  const busy = withTicket(queue, async attempt => {
    attempts.push(attempt);
    throw new ConditionFailed(0, undefined);
  });
  await expect(busy).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 1 });
  expect(attempts).toEqual(Array.from({ length: 41 }, (_, place) => place));
  waits.forEach((millis, place) => expect(millis).toBeLessThan(10 + 20 * Math.min(place + 1, 10)));
  expect([waits.length, Math.max(...waits) > 40]).toEqual([39, true]);
  expect(await queryItems({ partition: queue.pk })).toEqual([]);
});
