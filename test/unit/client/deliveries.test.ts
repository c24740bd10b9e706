import { describe, expect, it } from 'vitest';
import { type Delivery, followDeliveries } from '../../../clients/cli/src/deliveries.ts';

/** `invoicing webhooks tail` shows every delivery once, whenever it appears in the list. */

/** A delivery with its second as id. */
const at = (second: number, uuid = String(second)): Delivery => ({
  ...{ uuid, eventType: 'invoice.issued', status: 'success', responseCode: 200, durationMs: 5, attempt: 1 },
  deliveredAt: new Date(second * 1000).toISOString(),
});

/** A list, newest first, and the number of its deliveries that were read. */
function listOf(deliveries: Delivery[]): AsyncIterable<Delivery> & { read: number } {
  const list = {
    read: 0,
    async *[Symbol.asyncIterator]() {
      for (const one of deliveries.toSorted((a, b) => b.deliveredAt.localeCompare(a.deliveredAt))) {
        list.read++;
        yield Promise.resolve(one);
      }
    },
  };
  return list;
}

const many = (from: number, to: number): Delivery[] => Array.from({ length: to - from + 1 }, (_, place) => at(from + place));
const idsOf = (deliveries: Delivery[]): string[] => deliveries.map(({ uuid }) => uuid);

describe('a follower of deliveries', () => {
  it('returns the last ones at first, oldest first, and then nothing again', async () => {
    const follower = followDeliveries(2);
    expect(idsOf(await follower.look(listOf(many(1, 5))))).toEqual(['4', '5']);
    expect(await follower.look(listOf(many(1, 5)))).toEqual([]);
  });

  it('returns all last ones, even if their times are far apart', async () => {
    expect(idsOf(await followDeliveries(3).look(listOf([at(1), at(10_000), at(20_000), at(30_000)])))).toEqual([
      ...['10000', '20000', '30000'],
    ]);
  });

  it('returns all new ones, also when they are more than a page', async () => {
    const follower = followDeliveries(1);
    await follower.look(listOf(many(1, 1)));
    expect(idsOf(await follower.look(listOf(many(1, 1000))))).toEqual(idsOf(many(2, 1000)));
  });

  it('returns the first ones of a webhook that had none', async () => {
    const follower = followDeliveries(10);
    expect(await follower.look(listOf([]))).toEqual([]);
    expect(idsOf(await follower.look(listOf(many(1, 12))))).toEqual(idsOf(many(1, 12)));
  });

  it('returns one that is listed late, below those that it has returned', async () => {
    const follower = followDeliveries(1);
    await follower.look(listOf([at(1000), at(1010)]));
    expect(idsOf(await follower.look(listOf([at(1000), at(1001, 'late'), at(1010)])))).toEqual(['late']);
    expect(await follower.look(listOf([at(1000), at(1001, 'late'), at(1010)]))).toEqual([]);
  });

  it('returns a delivery once that occurs twice because others were added between two pages', async () => {
    const follower = followDeliveries(1);
    await follower.look(listOf([at(1)]));
    expect(idsOf(await follower.look(listOf([at(1), at(2), at(2), at(3)])))).toEqual(['2', '3']);
  });

  it('returns in the next run deliveries that a run missed because its second page failed', async () => {
    const follower = followDeliveries(1);
    await follower.look(listOf([at(1)]));
    const failing: AsyncIterable<Delivery> = {
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve(at(3));
        throw new Error('503');
      },
    };
    await expect(follower.look(failing)).rejects.toThrow('503');
    expect(idsOf(await follower.look(listOf([at(1), at(2), at(3)])))).toEqual(['2', '3']);
  });

  it('reads only deliveries close to the newest one that it knows', async () => {
    const follower = followDeliveries(1);
    await follower.look(listOf(many(1, 10_000)));
    const list = listOf(many(1, 10_001));
    expect(idsOf(await follower.look(list))).toEqual(['10001']);
    expect(list.read).toBeLessThan(400);
  });
});
