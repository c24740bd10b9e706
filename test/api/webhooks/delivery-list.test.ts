import { beforeAll, describe, expect, it } from 'vitest';
import { localDay } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { create, transact } from '#shared/platform/store/transact.ts';
import { countDelivery } from '#shared/app/webhooks/deliveries/counts.ts';
import { deliveryKey, madeAttributes, type MadeDelivery, newDelivery } from '#shared/app/webhooks/deliveries/store.ts';
import { useOwnService } from '../../support/service.ts';
import { type Delivery, type Hook, useWebhooks } from '../../support/webhooks/company.ts';

const service = useOwnService();
const { request, hook, deliveries } = useWebhooks(service);

const DAY = 86_400_000;
const dateOf = (at: number): string => localDay(new Date(at).toISOString());

interface Attempt {
  at: number;
  status: 'success' | 'failed';
  eventType: string;
}

let hooked: Hook;
let start: number;
let attempts: Attempt[];

/** An attempt as the worker stores it. */
async function recorded({ own, uuid }: Hook, { at, status, eventType }: Attempt): Promise<void> {
  const company = own.company;
  const deliveredAt = new Date(at).toISOString();
  const fields = { companyId: own.company, webhookId: uuid, messageId: newId(), eventType, attempt: 1, dueAt: deliveredAt };
  const answer = { responseCode: status === 'success' ? 200 : 500, responseHeaders: {}, responseBody: '', durationMs: 1 };
  const delivery: MadeDelivery = {
    ...newDelivery({ ...fields, id: newId() }),
    status,
    answer: { ...answer, errorMessage: null, deliveredAt },
  };
  const item = { ...deliveryKey(company, uuid, delivery.id), kind: 'webhook-delivery' as const, version: 1, data: delivery };
  await transact([create({ ...item, ...madeAttributes(company, delivery) }), countDelivery(company, delivery)]);
}

beforeAll(async () => {
  hooked = await hook();
  // In Romania the next day has begun.
  start = Date.parse(`${new Date(Date.parse(service().runtime.clock.state().now) - DAY).toISOString().slice(0, 10)}T22:30:00Z`);
  attempts = Array.from({ length: 57 }, (_, place) => ({
    at: start - Math.floor(place / 10) * 3 * DAY - place * 1000,
    status: place % 7 === 0 ? 'failed' : 'success',
    eventType: place % 3 === 0 ? 'invoice.paid' : 'invoice.issued',
  }));
  for (const attempt of attempts) await recorded(hooked, attempt);
});

const shown = ({ at, status, eventType }: Attempt) => ({
  deliveredAt: `${new Date(at).toISOString().slice(0, 19)}Z`,
  status,
  eventType,
});
const listed = async (query: string): Promise<{ data: object[]; total: number }> => {
  const { data, total } = await deliveries(hooked.own, hooked.uuid, query);
  return { data: data.map(({ deliveredAt, status, eventType }) => ({ deliveredAt, status, eventType })), total };
};

describe('pages of deliveries', () => {
  it('all of them, newest first, page by page', async () => {
    for (const page of [1, 2, 3, 4]) {
      const wanted = attempts.slice((page - 1) * 20, page * 20).map(shown);
      expect(await listed(`?page=${page}`), `page ${page}`).toEqual({ data: wanted, total: 57 });
    }
  });

  it.each([
    ['a status', { status: 'failed' }],
    ['an event', { eventType: 'invoice.paid' }],
    ['both', { status: 'success', eventType: 'invoice.paid' }],
    ['days', { from: 9, to: 3 }],
    ['days up to one', { to: 3 }],
    ['days from tomorrow on', { from: -1 }],
    ['days and a status', { from: 9, status: 'failed' }],
    ['an event without deliveries', { eventType: 'invoice.cancelled' }],
  ])('of %s: every page, with its total', async (_, { from, to, ...wanted }: Record<string, string | number | undefined>) => {
    const dates = {
      ...(from !== undefined && { from: dateOf(start - Number(from) * DAY) }),
      ...(to !== undefined && { to: dateOf(start - Number(to) * DAY) }),
    };
    const matching = attempts.filter(
      ({ at, status, eventType }) =>
        (wanted['status'] ?? status) === status &&
        (wanted['eventType'] ?? eventType) === eventType &&
        dateOf(at) >= (dates.from ?? '') &&
        dateOf(at) <= (dates.to ?? '9'),
    );
    const query = new URLSearchParams({ ...(wanted as Record<string, string>), ...dates, limit: '4' });
    for (let page = 1; page <= Math.ceil(matching.length / 4) + 1; page++) {
      query.set('page', String(page));
      const data = matching.slice((page - 1) * 4, page * 4).map(shown);
      expect(await listed(`?${query}`), query.toString()).toEqual({ data, total: matching.length });
    }
  });

  it('deliveriesCount is the total', async () => {
    const { body } = await request<{ deliveriesCount: number }>(hooked.own, 'GET', `/${hooked.uuid}`);
    expect(body.deliveriesCount).toBe(57);
  });

  it('deliveries older than 30 days are neither returned nor counted: a day at a time', async () => {
    const fresh = await hook();
    const days = [31, 30, 29, 0];
    for (const day of days) await recorded(fresh, { at: start - day * DAY, status: 'success', eventType: 'invoice.paid' });
    const { data, total } = await deliveries(fresh.own, fresh.uuid);
    expect([total, data.map((one: Delivery) => localDay(one.deliveredAt))]).toEqual([
      3,
      [0, 29, 30].map(day => dateOf(start - day * DAY)),
    ]);
    await service().advance('PT24H');
    expect((await deliveries(fresh.own, fresh.uuid)).total).toBe(2);
    expect((await deliveries(fresh.own, fresh.uuid)).data).toHaveLength(2);
  });
});
