import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { dueItems } from '#shared/platform/store/due-work.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { matchingDays, readCounts } from '#shared/app/webhooks/deliveries/counts.ts';
import { readHealth } from '#shared/app/webhooks/deliveries/health.ts';
import { queueLateDeliveries } from '#shared/app/webhooks/deliveries/late.ts';
import { sendTest } from '#shared/app/webhooks/deliveries/send-test.ts';
import {
  createDelivery,
  type DeliveryItem,
  deliveryKey,
  LATE_DELIVERIES,
  newDelivery,
} from '#shared/app/webhooks/deliveries/store.ts';
import type { WebhookAnswer, WebhookPost } from '#shared/output/webhooks/post/post.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { useTable } from '../../support/table.ts';
import { newEndpoint } from '../../support/webhooks/stored-company.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

const posted: WebhookPost[] = [];
let status = 200;
vi.mock('#shared/output/webhooks/post/invoke.ts', () => ({
  invokePostWebhook(post: WebhookPost): Promise<WebhookAnswer> {
    posted.push(post);
    return Promise.resolve({ status, headers: {}, body: '', durationMs: 20, error: null });
  },
}));
vi.mock('#shared/platform/aws/sealed.ts', () => ({ unseal: (sealed: string) => Promise.resolve(sealed) }));

interface Queued {
  body: { id: string };
  delaySeconds: number | undefined;
}
const queued: Queued[] = [];
let beforeQueued: () => Promise<void> = () => Promise.resolve();
vi.mock('#shared/platform/aws/sqs.ts', () => ({
  sqs: () => ({
    async send({ input }: { input: { MessageBody: string; DelaySeconds?: number } }) {
      await beforeQueued();
      queued.push({ body: JSON.parse(input.MessageBody) as Queued['body'], delaySeconds: input.DelaySeconds });
    },
  }),
}));

const table = useTable();
const company = companyScope(newId());
beforeEach(() => {
  posted.length = 0;
  queued.length = 0;
  status = 200;
  beforeQueued = () => Promise.resolve();
  return setEnvironment({ WEBHOOKS_QUEUE_URL: 'https://sqs.example/webhooks' });
});

describe('Attempts that wait for longer than a message can be delayed', () => {
  /** Attempts that are due in this many seconds. */
  async function late(dueIn: number, count: number): Promise<{ companyId: CompanyId; webhookId: string; id: string }[]> {
    const dueAt = new Date(table.clock.now() + dueIn * 1000).toISOString();
    const attempts = Array.from({ length: count }, () => ({ companyId: company, webhookId: newId(), id: newId() }));
    const more = { messageId: newId(), eventType: 'invoice.paid', attempt: 2, dueAt };
    await transact(attempts.map(one => createDelivery(company, newDelivery({ ...one, ...more }), table.clock.now())));
    return attempts;
  }

  it('are queued a minute before they are due, once each, with a delay', async () => {
    const attempts = [...(await late(1_000, 80)), ...(await late(1_000.501, 80))];
    await late(2_000, 1);
    table.clock.advance(939);
    table.calls.length = 0;
    await queueLateDeliveries();
    expect(queued).toEqual([]);
    // One for each part of the index.
    expect(table.callsOf('Query')).toHaveLength(4);
    table.clock.advance(10.5);
    await queueLateDeliveries();
    const bodies = queued.map(({ body }) => body);
    expect(bodies.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(attempts);
    expect(new Set(queued.map(({ delaySeconds }) => delaySeconds))).toEqual(new Set([51, 52]));
    queued.length = 0;
    await queueLateDeliveries();
    expect(queued).toEqual([]);
  });

  it('are queued without a delay when they are overdue', async () => {
    const [one] = await late(1_000, 1);
    table.clock.advance(1_100);
    await queueLateDeliveries();
    expect(queued).toEqual([{ body: one, delaySeconds: undefined }]);
  });

  it('and whose record is deleted meanwhile are not an error; any other error is', async () => {
    const [one] = await late(1_000, 1);
    table.clock.advance(1_000);
    beforeQueued = () => Promise.reject(new Error('The queue is not there.'));
    await expect(queueLateDeliveries()).rejects.toThrow('The queue is not there.');
    beforeQueued = () => Promise.resolve();
    table.beforeNext('UpdateItem', () => Promise.reject(new Error('The table is not there.')));
    await expect(queueLateDeliveries()).rejects.toThrow('The table is not there.');
    beforeQueued = () => transact([remove(deliveryKey(company, one!.webhookId, one!.id))]);
    await queueLateDeliveries();
    expect(queued).toHaveLength(2);
    expect(await dueItems(LATE_DELIVERIES)).toEqual([]);
  });
});

describe('A test of a webhook', () => {
  it('is sent at once with number 0, recorded and counted', async () => {
    const endpoint = newEndpoint({ events: ['invoice.issued'] });
    const sent = await sendTest(company, endpoint, 'invoice.paid');
    expect(posted).toEqual([{ url: endpoint.url, headers: sent.request.headers, body: sent.request.payload }]);
    expect(JSON.parse(sent.request.payload)).toMatchObject({ id: sent.id, type: 'invoice.paid', company, sequence: 0 });
    expect(sent).toMatchObject({
      ...{ messageId: sent.id, companyId: company, webhookId: endpoint.id, eventType: 'invoice.paid', attempt: 1 },
      ...{ status: 'success', dueAt: instant(), nextRetryAt: null, isTest: true, request: { url: endpoint.url } },
    });
    const item = await getItem<DeliveryItem>(deliveryKey(company, endpoint.id, sent.id));
    expect(item).toMatchObject({ kind: 'webhook-delivery', version: 1, data: sent, row: { id: sent.id } });
    const counts = matchingDays(await readCounts(company, endpoint.id), { status: 'success', eventType: 'invoice.paid' });
    expect(counts.map(({ count }) => count)).toEqual([1]);
    expect(await readHealth(company, endpoint.id)).toMatchObject({ lastDeliveryStatus: 'success', failingSince: null });
  });

  it('that fails is no failure of the webhook, and is not repeated', async () => {
    const endpoint = newEndpoint();
    status = 500;
    expect(await sendTest(company, endpoint)).toMatchObject({ status: 'failed', eventType: 'webhook.test', nextRetryAt: null });
    expect(await readHealth(company, endpoint.id)).toMatchObject({ lastDeliveryStatus: 'failed', failingSince: null });
  });

  it.each([
    ['a webhook that is off', { isActive: false }, undefined, { reason: 'webhook_inactive' }],
    ['an unknown event', {}, 'invoice.exploded', { eventType: [expect.any(String)] }],
    ['a name of a member of all objects', {}, 'constructor', { eventType: [expect.any(String)] }],
  ])('422: %s', async (_, overrides, eventType, details) => {
    await expect(sendTest(company, newEndpoint(overrides), eventType)).rejects.toMatchObject({ status: 422, details });
    expect(posted).toEqual([]);
  });
});
