import { afterEach, describe, expect, it } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { StoredNotification } from '#shared/output/webhooks/notification.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { emailCalls, newAddress } from './calls.ts';

const trader = useTrader({ lasting: true });
const { service, newTrader } = trader;
const { history, sent } = emailCalls(service, trader);

afterEach(() => {
  service().runtime.faults.clear();
});
const feedback = async (to: string, event: object): Promise<void> => {
  const [mail] = await service().mailbox(to);
  const answer = await service().api('POST', '/_local/ses-events', { body: { messageId: mail?.messageId, ...event } });
  expect(answer.status).toBe(202);
  await service().idle();
};

describe('deliveryStatus follows the events of the mail service (OUT-51 to OUT-54)', () => {
  it('delivered, opened, clicked; with times, senders and counts', async () => {
    const { invoice, to } = await sent();
    await feedback(to, { type: 'open', at: '2026-03-02T11:00:00Z' });
    expect((await history(invoice.id))[0]).toMatchObject({ deliveryStatus: 'opened', openedAt: '2026-03-02T11:00:00Z' });
    await feedback(to, { type: 'click', at: '2026-03-02T11:01:00Z', link: 'https://x.example' });
    await feedback(to, { type: 'open', at: '2026-03-02T12:00:00Z' });
    const [record] = await history(invoice.id);
    expect(record).toMatchObject({
      deliveryStatus: 'clicked',
      openedAt: '2026-03-02T11:00:00Z',
      clickedAt: '2026-03-02T11:01:00Z',
    });
    expect([record?.metadata?.opens?.length, record?.metadata?.clicks?.length]).toEqual([2, 1]);
  });

  it('bounced, with the reason; a soft bounce changes nothing', async () => {
    const { invoice, to } = await sent();
    await feedback(to, { type: 'bounce', bounceType: 'Transient' });
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('delivered');
    await feedback(to, { type: 'bounce', reason: 'smtp; 550 5.1.1 user unknown' });
    expect((await history(invoice.id))[0]).toMatchObject({ deliveryStatus: 'bounced', bounceReason: 'Mailbox does not exist' });
  });

  it.runIf(DEPTH)('tracking false: opens and clicks are not reported', async () => {
    const { invoice, to } = await sent({ tracking: false });
    await feedback(to, { type: 'open' });
    expect((await history(invoice.id))[0]).toMatchObject({ deliveryStatus: 'delivered', openedAt: null, metadata: null });
  });

  it.runIf(DEPTH)('spam: a complaint overrides any other status', async () => {
    const { invoice, to } = await sent();
    await feedback(to, { type: 'click' });
    await feedback(to, { type: 'complaint' });
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('spam');
  });

  it.runIf(DEPTH)('permanent bounces are logged, by company and without the address', async () => {
    const lines: string[] = [];
    setLogSink(line => void lines.push(line));
    const { invoice, to } = await sent();
    await feedback(to, { type: 'bounce', bounceType: 'Transient' });
    await feedback(to, { type: 'bounce' });
    await feedback(to, { type: 'complaint' });
    setLogSink(() => {});
    const returned = lines.filter(line => line.includes(invoice.id) && line.includes('"mail returned"'));
    // An event that is delivered twice is logged twice: one line of each result is compared.
    const results = new Map(returned.map(line => [/"result":"(\w+)"/.exec(line)?.[1], JSON.parse(line) as unknown]));
    expect([...results.values()]).toMatchObject([
      { level: 'WARN', companyId: trader.scope.company, documentId: invoice.id, result: 'bounce' },
      { level: 'WARN', companyId: trader.scope.company, documentId: invoice.id, result: 'complaint' },
    ]);
    expect(returned.join()).not.toContain(to);
  });

  it.runIf(DEPTH)('queues the webhooks email.delivered and email.bounced, once each', async () => {
    const own = await newTrader();
    const { id } = await own.issued();
    const to = newAddress();
    await service().api('POST', `/api/v1/invoices/${id}/email`, { ...own.scope, body: { to } });
    await service().idle();
    await feedback(to, { type: 'delivery' });
    await feedback(to, { type: 'bounce' });
    const items = await queryItems<{ webhooks: StoredNotification[] }>({
      partition: `C#${own.scope.company}`,
      beginsWith: 'NOTIFY#',
    });
    const told = items.flatMap(item => item.webhooks).filter(({ type }) => type.startsWith('email.'));
    expect(told.map(one => one.type)).toEqual(['email.delivered', 'email.bounced']);
    expect(JSON.parse(told[1]?.data ?? '')).toMatchObject({
      documentType: 'invoice',
      documentUuid: id,
      to,
      deliveryStatus: 'bounced',
    });
  });
});
