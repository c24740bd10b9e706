import { describe, expect, it } from 'vitest';
import { deliveryStatusCalls } from './delivery-status-calls.ts';

const { history, sent, feedback } = deliveryStatusCalls();

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
});
