import { describe, expect, it } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { StoredNotification } from '#shared/output/webhooks/notification.ts';
import { newAddress } from './calls.ts';
import { deliveryStatusCalls } from './delivery-status-calls.ts';

const { trader, service, newTrader, history, sent, feedback } = deliveryStatusCalls();

describe('deliveryStatus follows the events of the mail service (OUT-51 to OUT-54)', () => {
  it('tracking false: opens and clicks are not reported', async () => {
    const { invoice, to } = await sent({ tracking: false });
    await feedback(to, { type: 'open' });
    expect((await history(invoice.id))[0]).toMatchObject({ deliveryStatus: 'delivered', openedAt: null, metadata: null });
  });

  it('spam: a complaint overrides any other status', async () => {
    const { invoice, to } = await sent();
    await feedback(to, { type: 'click' });
    await feedback(to, { type: 'complaint' });
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('spam');
  });

  it('permanent bounces are logged, by company and without the address', async () => {
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

  it('queues the webhooks email.delivered and email.bounced, once each', async () => {
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
