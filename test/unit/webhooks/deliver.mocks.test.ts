import { beforeEach, describe, expect, it, vi } from 'vitest';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { NO_LEASE } from '#shared/platform/store/lease.ts';
import { type CompanyId, companyPartition } from '#shared/platform/store/table.ts';
import { put, remove, transact } from '#shared/platform/store/transact.ts';
import { companyRecordKey } from '#shared/platform/access/records.ts';
import { matchingDays, readCounts } from '#shared/app/webhooks/deliveries/counts.ts';
import { deliver, deliveryTask } from '#shared/app/webhooks/deliveries/deliver.ts';
import { noteAttempt, readHealth, takeSlot } from '#shared/app/webhooks/deliveries/health.ts';
import {
  type Answered,
  createDelivery,
  createMessage,
  type DeliveryItem,
  deliveryKey,
  deliveryPrefix,
  messageKey,
  newDelivery,
  type WebhookDelivery,
} from '#shared/app/webhooks/deliveries/store.ts';
import { readEndpoints, type WebhookEndpoint } from '#shared/app/webhooks/endpoints/store.ts';
import type { WebhookAnswer, WebhookPost } from '#shared/output/webhooks/post/post.ts';
import { useTable } from '../../support/table.ts';
import { newEndpoint, setEndpoints, storedCompany } from '../../support/webhooks/stored-company.ts';

const posted: WebhookPost[] = [];
let answer: () => Partial<WebhookAnswer> | Promise<Partial<WebhookAnswer>> = () => ({});
vi.mock('#shared/output/webhooks/post/invoke.ts', () => ({
  async invokePostWebhook(post: WebhookPost): Promise<WebhookAnswer> {
    posted.push(post);
    return { status: 200, headers: { 'x-a': '1' }, body: 'done', durationMs: 20, error: null, ...(await answer()) };
  },
}));
vi.mock('#shared/platform/aws/sealed.ts', () => ({ unseal: (sealed: string) => Promise.resolve(sealed) }));

const table = useTable();
const logged: { level: string; message: string }[] = [];
beforeEach(() => {
  posted.length = 0;
  logged.length = 0;
  answer = () => ({});
  setLogSink(line => void logged.push(JSON.parse(line) as (typeof logged)[number]));
});

interface Waiting {
  company: CompanyId;
  endpoint: WebhookEndpoint;
  id: string;
  task: Parameters<typeof deliver>[0];
}

type Having = { dueIn?: number; endpoints?: WebhookEndpoint[] } & Parameters<typeof storedCompany>[1];

/** An attempt that waits, `dueIn` seconds before it is due, to the first of the webhooks of a company. */
async function waiting({ dueIn = 0, endpoints = [newEndpoint()], ...having }: Having = {}): Promise<Waiting> {
  const company = await storedCompany(endpoints, having);
  const [endpoint, id] = [endpoints[0]!, newId()];
  const message = { id, type: 'invoice.paid', createdAt: instant(), sequence: 1, payload: '{"a":1}' };
  const dueAt = new Date(table.clock.now() + dueIn * 1000).toISOString();
  const fields = { companyId: company, webhookId: endpoint.id, messageId: id, eventType: message.type, attempt: 1, dueAt };
  await transact([createMessage(company, message), createDelivery(company, newDelivery({ ...fields, id }), table.clock.now())]);
  table.calls.length = 0;
  return { company, endpoint, id, task: deliveryTask.parse({ companyId: company, webhookId: endpoint.id, id }) };
}

const itemOf = ({ company, endpoint, id }: Waiting) => getItem<DeliveryItem>(deliveryKey(company, endpoint.id, id));
const attemptsOf = async ({ company, endpoint }: Waiting): Promise<WebhookDelivery[]> =>
  (await queryItems<DeliveryItem>({ partition: companyPartition(company), beginsWith: deliveryPrefix(endpoint.id) })).map(
    ({ data }) => data,
  );
const healthOf = ({ company, endpoint }: Waiting) => readHealth(company, endpoint.id);
const isActive = async ({ company, endpoint }: Waiting): Promise<boolean | undefined> =>
  (await readEndpoints(company)).records.find(({ id }) => id === endpoint.id)?.isActive;
const writes = () => table.calls.filter(({ operation }) => /Put|Update|Write|Delete/.test(operation));
const counted = async ({ company, endpoint }: Waiting, status: string) =>
  matchingDays(await readCounts(company, endpoint.id), { status }).map(({ count }) => count);

/** What is left of an attempt that was dropped for a reason. */
async function expectDropped(of: Waiting, errorMessage: string): Promise<void> {
  expect(posted).toEqual([]);
  const [only, ...more] = await attemptsOf(of);
  expect(more).toEqual([]);
  expect(only).toMatchObject({ status: 'failed', nextRetryAt: null, ...NO_LEASE });
  expect(only?.answer).toEqual({
    ...{ responseCode: 0, responseHeaders: null, responseBody: null, durationMs: 0, errorMessage, deliveredAt: instant() },
  });
  expect(await counted(of, 'failed')).toEqual([1]);
  expect((await healthOf(of)).inFlight.size).toBe(0);
}

describe('An attempt', () => {
  it('is posted with the signature of the webhook, recorded and counted, and frees its slot', async () => {
    const of = await waiting({ endpoints: [newEndpoint(), newEndpoint({ isActive: false })] });
    expect(await deliver(of.task)).toBeUndefined();
    expect(posted).toEqual([{ url: of.endpoint.url, headers: expect.any(Object) as object, body: '{"a":1}' }]);
    expect(posted[0]?.headers).toMatchObject({ 'X-Webhook-Delivery': of.id, 'X-Webhook-Event': 'invoice.paid' });
    const [only, ...more] = await attemptsOf(of);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ status: 'success', attempt: 1, nextRetryAt: null, ...NO_LEASE });
    expect(only?.request).toEqual({ url: of.endpoint.url, headers: posted[0]?.headers, payload: '{"a":1}' });
    expect(only?.answer).toMatchObject({ responseCode: 200, responseBody: 'done', durationMs: 20, deliveredAt: instant() });
    expect(await counted(of, 'success')).toEqual([1]);
    expect(await healthOf(of)).toMatchObject({ lastDeliveryStatus: 'success', failingSince: null, inFlight: new Set() });
  });

  it('that fails is followed by the next one, at the time that the receiver asks for', async () => {
    const of = await waiting();
    answer = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    await deliver(of.task);
    const dueAt = new Date(table.clock.now() + 3_600_000).toISOString();
    const [failed, next] = (await attemptsOf(of)).toSorted((a, b) => a.attempt - b.attempt);
    expect(failed).toMatchObject({ status: 'failed', attempt: 1, nextRetryAt: dueAt });
    expect(next).toMatchObject({ status: 'pending', attempt: 2, dueAt, messageId: of.id, eventType: 'invoice.paid' });
    expect(await healthOf(of)).toMatchObject({ failingSince: instant(), inFlight: new Set() });
    expect(await isActive(of)).toBe(true);
  });

  it.each([
    [0.4, 1],
    [10.001, 11],
    [1_200, 900],
  ])('that is due in %d s is queued again, with a delay of %i s', async (dueIn, delaySeconds) => {
    const of = await waiting({ dueIn });
    const postponed = await deliver(of.task);
    expect(postponed).toEqual({ task: of.task, delaySeconds });
    expect(deliveryTask.parse(postponed!.task)).toEqual(of.task);
    expect([posted, writes()]).toEqual([[], []]);
  });

  it('that cannot be posted now stays, and frees its slot; another process may make it after a minute', async () => {
    const of = await waiting();
    answer = () => Promise.reject(new Error('Nothing can be posted.'));
    await expect(deliver(of.task)).rejects.toThrow('Nothing can be posted.');
    expect((await healthOf(of)).inFlight.size).toBe(0);
    await expect(deliver(of.task)).rejects.toMatchObject({ name: 'LeaseTaken' });
    table.clock.advance(60.001);
    answer = () => ({});
    await deliver(of.task);
    expect(await attemptsOf(of)).toMatchObject([{ status: 'success' }]);
  });
});

describe('An attempt that finds no slot free', () => {
  it('is queued again, longer each time, and is not taken for overdue meanwhile', async () => {
    const of = await waiting();
    for (let place = 0; place < 10; place++) await takeSlot(of.company, of.endpoint.id, await healthOf(of));
    expect(await itemOf(of)).toHaveProperty('duePk');
    expect(of.task.deferrals).toBe(0);
    const first = await deliver(of.task);
    expect(first).toEqual({ task: { ...of.task, deferrals: 1 }, delaySeconds: 1 });
    expect(await itemOf(of)).not.toHaveProperty('duePk');
    table.calls.length = 0;
    const second = await deliver(deliveryTask.parse({ ...first!.task, deferrals: 9 }));
    expect(second?.task.deferrals).toBe(10);
    expect(second?.delaySeconds).toBeGreaterThanOrEqual(150);
    expect([posted, writes()]).toEqual([[], []]);
  });
});

describe('An attempt that is not to be made', () => {
  it('because there is none any more, it was made, or its webhook was removed: writes nothing', async () => {
    const of = await waiting();
    await deliver({ ...of.task, id: newId() });
    await setEndpoints(of.company, []);
    table.calls.length = 0;
    await deliver(of.task);
    expect([posted, writes()]).toEqual([[], []]);
    await setEndpoints(of.company, [of.endpoint]);
    await deliver(of.task);
    table.calls.length = 0;
    await deliver(of.task);
    expect([posted.length, writes()]).toEqual([1, []]);
  });

  it.each([
    ['the company is deleted', { deletedAt: '2026-03-01T00:00:00.000Z' }, 'The company was deleted.'],
    ['the webhook is off', { endpoints: [newEndpoint({ isActive: false }), newEndpoint()] }, 'The webhook is switched off.'],
  ])('because %s: is dropped without a slot', async (_, having, reason) => {
    const of = await waiting(having);
    expect(await deliver(of.task)).toBeUndefined();
    expect(table.callsOf('UpdateItem')).toEqual([]);
    await expectDropped(of, reason);
  });

  it('because the company is gone: is dropped', async () => {
    const of = await waiting();
    await transact([remove(companyRecordKey(of.company))]);
    await deliver(of.task);
    await expectDropped(of, 'The company was deleted.');
  });

  it('is dropped because the plan has no webhooks', async () => {
    const of = await waiting({ plan: 'starter' });
    await deliver(of.task);
    await expectDropped(of, 'The plan does not include webhooks.');
  });

  it('because the event is not kept any more: is dropped', async () => {
    const of = await waiting();
    await transact([remove(messageKey(of.company, of.id))]);
    await deliver(of.task);
    await expectDropped(of, 'The event is not kept any more.');
  });

  it('because the webhook was switched off while it took its slot: is dropped', async () => {
    const endpoints = [newEndpoint(), newEndpoint()];
    const of = await waiting({ endpoints });
    table.beforeNext('UpdateItem', () => setEndpoints(of.company, [{ ...of.endpoint, isActive: false }, endpoints[1]!]));
    await deliver(of.task);
    await expectDropped(of, 'The webhook is switched off.');
  });

  it('because another process made it meanwhile: frees its slot', async () => {
    const of = await waiting();
    table.beforeNext('UpdateItem', async () => {
      const item = (await itemOf(of))!;
      await transact([put({ ...item, version: 2, data: { ...item.data, status: 'success' } })]);
    });
    expect(await deliver(of.task)).toBeUndefined();
    expect(posted).toEqual([]);
    expect((await healthOf(of)).inFlight.size).toBe(0);
  });
});

describe('A webhook is switched off', () => {
  const FREES = /DELETE inFlight/;
  const frees = () => table.calls.flatMap(({ input }, place) => (FREES.test(String(input['UpdateExpression'])) ? [place] : []));

  it('by an answer with 410, before the slot of the attempt is free again', async () => {
    const of = await waiting();
    answer = () => ({ status: 410 });
    await deliver(of.task);
    expect(await isActive(of)).toBe(false);
    expect(await attemptsOf(of)).toMatchObject([{ status: 'failed', nextRetryAt: null, answer: { responseCode: 410 } }]);
    expect((await healthOf(of)).inFlight.size).toBe(0);
    const switchedOff = table.calls.findIndex(({ operation }) => operation === 'TransactWriteItems');
    expect(frees()).toEqual([expect.any(Number)]);
    expect(frees()[0]).toBeGreaterThan(switchedOff);
    expect(logged).toMatchObject([{ level: 'WARN', message: 'Webhook switched off', webhookId: of.endpoint.id }]);
  });

  it('by a failure after 120 hours without a success', async () => {
    const of = await waiting();
    await noteAttempt(of.company, of.endpoint.id, { responseCode: 500, durationMs: 20 } as Answered, { isEvent: true });
    table.clock.advance(120 * 3600);
    table.calls.length = 0;
    answer = () => ({ status: 500 });
    await deliver(of.task);
    expect(await isActive(of)).toBe(false);
    expect(await attemptsOf(of)).toMatchObject([{ status: 'failed', nextRetryAt: null }]);
    expect(frees()).toHaveLength(1);
  });

  it('not by a success after 120 hours', async () => {
    const of = await waiting();
    await noteAttempt(of.company, of.endpoint.id, { responseCode: 500, durationMs: 20 } as Answered, { isEvent: true });
    table.clock.advance(120 * 3600);
    await deliver(of.task);
    expect(await isActive(of)).toBe(true);
    expect(await attemptsOf(of)).toMatchObject([{ status: 'success' }]);
  });

  it('once: an attempt that was under way is recorded, and nothing is logged', async () => {
    const of = await waiting();
    answer = async () => {
      await setEndpoints(of.company, [{ ...of.endpoint, isActive: false }]);
      return { status: 410 };
    };
    await deliver(of.task);
    expect(await attemptsOf(of)).toMatchObject([{ status: 'failed', nextRetryAt: null, answer: { responseCode: 410 } }]);
    expect(logged).toEqual([]);
  });
});
