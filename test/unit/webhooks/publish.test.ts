import { describe, expect, it } from 'vitest';
import { companyRecordKey } from '#shared/platform/access/records.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { put, remove, transact } from '#shared/platform/store/transact.ts';
import { publishEvents } from '#shared/app/webhooks/deliveries/publish.ts';
import type { DeliveryItem, WebhookMessage } from '#shared/app/webhooks/deliveries/store.ts';
import { useTable } from '../../support/table.ts';
import { newEndpoint, setEndpoints, storedCompany } from '../../support/webhooks/stored-company.ts';

const table = useTable();

const event = (overrides: { id?: string; type?: string; createdAt?: string; data?: string } = {}) => ({
  ...{ id: newId(), type: 'invoice.paid', createdAt: '2026-03-02T10:00:00.000Z', data: '{"a":1}' },
  ...overrides,
});
const many = (count: number) => Array.from({ length: count }, () => event());

const messagesOf = (company: CompanyId) =>
  queryItems<Item & { data: WebhookMessage }>({ partition: companyPartition(company), beginsWith: 'WHMSG#' });
const deliveriesOf = (company: CompanyId) =>
  queryItems<DeliveryItem>({ partition: companyPartition(company), beginsWith: 'WHDLV#' });

/** The ids of the published events, in the order of their numbers, which have no gaps. */
async function published(company: CompanyId): Promise<string[]> {
  const messages = (await messagesOf(company)).map(({ data }) => data).toSorted((a, b) => a.sequence - b.sequence);
  expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, place) => place + 1));
  return messages.map(({ id }) => id);
}

/** The items of each transaction that was committed. */
const transactions = () => table.callsOf('TransactWriteItems').map(({ input }) => input['TransactItems'] as object[]);

describe('Events that are published', () => {
  it('become messages of 30 days, and a first attempt now to each webhook that is on and subscribed', async () => {
    const [all, paid] = [newEndpoint(), newEndpoint({ events: ['invoice.paid'] })];
    const others = [newEndpoint({ events: ['invoice.issued'] }), newEndpoint({ isActive: false })];
    const company = await storedCompany([all, ...others, paid]);
    const one = event();
    await publishEvents(company, [one]);
    const [message] = await messagesOf(company);
    expect(message?.data).toMatchObject({ id: one.id, type: one.type, createdAt: one.createdAt, sequence: 1 });
    expect(JSON.parse(message?.data.payload ?? '')).toMatchObject({ id: one.id, company, sequence: 1, data: { a: 1 } });
    expect(message?.expiresAt).toBe(table.clock.now() / 1000 + 30 * 86_400);
    const attempts = (await deliveriesOf(company)).map(({ data }) => data);
    expect(attempts.map(({ webhookId }) => webhookId).toSorted()).toEqual([all.id, paid.id].toSorted());
    for (const attempt of attempts)
      expect(attempt).toMatchObject({
        ...{ id: one.id, messageId: one.id, companyId: company, eventType: one.type, attempt: 1, status: 'pending' },
        dueAt: new Date(table.clock.now()).toISOString(),
      });
  });

  it('have numbers in the order of their instants, then of their ids, after those before', async () => {
    const company = await storedCompany([newEndpoint()]);
    const [a, b, c, d] = [event(), event(), event(), event()];
    const [e, f] = [event({ createdAt: '2026-03-02T09:59:59.000Z' }), event({ createdAt: '2026-03-02T09:59:58.000Z' })];
    await publishEvents(company, [b, a, b]);
    await publishEvents(company, [c, e, d, f]);
    expect(await published(company)).toEqual([a, b, f, e, c, d].map(({ id }) => id));
  });

  it('are published once', async () => {
    const company = await storedCompany([newEndpoint()]);
    const [first, second] = [event(), event()];
    await publishEvents(company, [first]);
    await publishEvents(company, [first, second]);
    table.calls.length = 0;
    await publishEvents(company, [first, second]);
    expect(transactions()).toEqual([]);
    expect(await published(company)).toEqual([first.id, second.id]);
  });

  it.each([
    [0, 98, [2 + 98, 2 + 2]],
    [1, 49, [2 + 49 * 2, 2 + 2 * 2]],
    [2, 32, [2 + 32 * 3, 2 + 2 * 3]],
    [20, 4, [2 + 4 * 21, 2 + 2 * 21]],
  ])('to %i webhooks take a transaction for each %i of them, and no more', async (active, room, sizes) => {
    const company = await storedCompany([
      newEndpoint({ isActive: false }),
      ...Array.from({ length: active }, () => newEndpoint()),
    ]);
    const events = many(room + 2);
    table.calls.length = 0;
    await publishEvents(company, events);
    expect(transactions().map(items => items.length)).toEqual(sizes);
    expect(table.callsOf('BatchGetItem')).toHaveLength(2);
    expect(await published(company)).toEqual(events.map(({ id }) => id));
    expect(await deliveriesOf(company)).toHaveLength(active * events.length);
  });

  it('go to the webhooks as they are when the transaction is committed', async () => {
    const [before, since] = [newEndpoint(), newEndpoint()];
    const company = await storedCompany([before]);
    table.beforeNext('TransactWriteItems', () => setEndpoints(company, [before, since]));
    await publishEvents(company, many(1));
    expect((await deliveriesOf(company)).map(({ data }) => data.webhookId).toSorted()).toEqual([before.id, since.id].toSorted());
  });

  it('get no number when the last webhook is removed meanwhile', async () => {
    const company = await storedCompany([newEndpoint()]);
    table.beforeNext('TransactWriteItems', () => setEndpoints(company, []));
    await publishEvents(company, many(1));
    expect(await published(company)).toEqual([]);
  });

  it('are taken out of the index of what waits to be dispatched', async () => {
    const company = await storedCompany([]);
    const key = companyKey(company, 'NOTIFY#1');
    await transact([put({ ...key, kind: 'notification', ...awaitsDispatch('1') })]);
    await publishEvents(company, many(1), [key.sk]);
    expect(await getItem<Item>(key)).toEqual({ ...key, kind: 'notification', writeId: expect.any(String) as string });
  });
});

describe('Events that are not published', () => {
  it.each([
    ['whose company is deleted', { deletedAt: '2026-03-01T00:00:00.000Z' }],
    ['while the plan has no webhooks', { plan: 'freemium' as const }],
  ])('%s', async (_, having) => {
    const company = await storedCompany([newEndpoint()], having);
    await publishEvents(company, many(1));
    expect(await published(company)).toEqual([]);
    expect(await deliveriesOf(company)).toEqual([]);
  });

  it('whose company is gone', async () => {
    const company = await storedCompany([newEndpoint()]);
    await transact([remove(companyRecordKey(company))]);
    await publishEvents(company, many(1));
    expect(await published(company)).toEqual([]);
  });

  it('while there is no webhook: nothing but the webhooks is read', async () => {
    const company = await storedCompany([]);
    table.calls.length = 0;
    await publishEvents(company, many(1));
    expect(table.calls.map(({ operation }) => operation)).toEqual(['Query']);
  });
});
