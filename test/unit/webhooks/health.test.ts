import { describe, expect, test } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { freeSlot, noteAttempt, readHealth, takeSlot } from '#shared/app/webhooks/deliveries/health.ts';
import type { Answered } from '#shared/app/webhooks/deliveries/store.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
const company = companyScope(newId());
const answer = (responseCode: number, durationMs = 20) => ({ responseCode, durationMs }) as Answered;
const health = (webhook: string) => readHealth(company, webhook);
const take = async (webhook: string) => takeSlot(company, webhook, await health(webhook));
const note = (webhook: string, given: Answered, options: { isEvent: boolean; slot?: string } = { isEvent: true }) =>
  noteAttempt(company, webhook, given, options);

describe('the slots of an endpoint', () => {
  test('are ten, or two once it was slow; the next attempt gets none until one is released', async () => {
    for (const [duration, most] of [
      [3_000, 10],
      [3_001, 2],
    ] as const) {
      const webhook = newId();
      await note(webhook, answer(200, duration));
      const slots: (string | undefined)[] = [];
      for (let place = 0; place < most; place++) slots.push(await take(webhook));
      expect(new Set(slots).size).toBe(most);
      expect(slots).not.toContain(undefined);
      const calls = table.callsOf('UpdateItem').length;
      expect(await take(webhook)).toBeUndefined();
      expect(table.callsOf('UpdateItem')).toHaveLength(calls);
      await freeSlot(company, webhook, slots[0]!);
      expect(await take(webhook)).toBeDefined();
    }
  });

  test('are no more for attempts that read at the same time', async () => {
    const webhook = newId();
    const read = await health(webhook);
    const taken = await Promise.all(Array.from({ length: 15 }, () => takeSlot(company, webhook, read)));
    expect(taken.filter(slot => slot !== undefined)).toHaveLength(10);
    expect((await health(webhook)).inFlight.size).toBe(10);
  });

  test('of processes that died are free after a minute', async () => {
    const webhook = newId();
    for (let place = 0; place < 10; place++) await take(webhook);
    table.clock.advance(60);
    expect(await take(webhook)).toBeUndefined();
    table.clock.advance(0.001);
    const slot = await take(webhook);
    expect([...(await health(webhook)).inFlight]).toEqual([slot]);
  });

  test('of one process that died is free too, next to those of others', async () => {
    const webhook = newId();
    await take(webhook);
    table.clock.advance(30);
    for (let place = 0; place < 9; place++) await take(webhook);
    table.clock.advance(30.001);
    expect(await take(webhook)).toBeDefined();
    expect((await health(webhook)).inFlight.size).toBe(10);
  });

  test('any other error is the outcome', async () => {
    table.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'conflict' });
    await expect(take(newId())).rejects.toMatchObject({ name: 'TransactionConflictException' });
  });
});

describe('the health of an endpoint', () => {
  test('is empty before its first attempt', async () => {
    expect(await health(newId())).toEqual({
      ...{ lastDeliveryAt: null, lastDeliveryStatus: null, lastDurationMs: null, failingSince: null, inFlight: new Set() },
    });
  });

  test('is that of the last attempt; it fails since the first failure of an event after the last success', async () => {
    const webhook = newId();
    const [first, second] = ['2026-03-02T10:00:00.000Z', '2026-03-02T10:00:05.000Z'];
    const since = async (given: Answered, isEvent = true) => (await note(webhook, given, { isEvent })).failingSince;
    expect(await since(answer(500), false)).toBeNull();
    expect(await since(answer(500))).toBe(first);
    table.clock.advance(5);
    expect(await since(answer(0, 77))).toBe(first);
    expect(await health(webhook)).toMatchObject({ lastDeliveryAt: second, lastDeliveryStatus: 'failed', lastDurationMs: 77 });
    expect(await since(answer(204))).toBeNull();
    expect(await health(webhook)).toMatchObject({ lastDeliveryStatus: 'success' });
    expect(await since(answer(500))).toBe(second);
    expect(await since(answer(200), false)).toBeNull();
  });

  test('releases the slot of the attempt, and no other', async () => {
    const webhook = newId();
    const [own, other] = [await take(webhook), await take(webhook)];
    expect([...(await note(webhook, answer(410))).inFlight].toSorted()).toEqual([own, other].toSorted());
    expect([...(await note(webhook, answer(200), { isEvent: true, slot: own! })).inFlight]).toEqual([other]);
  });
});
