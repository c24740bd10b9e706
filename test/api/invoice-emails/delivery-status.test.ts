import { describe, expect, it } from 'vitest';
import { codeOf } from '../../support/refusals.ts';
import { deliveryStatusCalls } from './delivery-status-calls.ts';

const { service, newTrader, send, history, sent, feedback } = deliveryStatusCalls();

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

  it('an address that bounced permanently or complained is not mailed again: 422, unless the body has force', async () => {
    const { invoice, to } = await sent();
    await feedback(to, { type: 'bounce' });
    const refused = await send(invoice.id, { to: 'other@client.example', cc: to.toUpperCase() });
    expect(codeOf(refused)).toEqual([422, 'validation_error']);
    expect(Object.keys(refused.body.error.details)).toEqual(['cc']);
    expect((await send(invoice.id, { to, force: true })).status).toBe(200);
    await service().idle();
    expect(await service().mailbox(to)).toHaveLength(2);
    const other = await newTrader();
    const theirs = await other.issued();
    expect((await service().api('POST', `/api/v1/invoices/${theirs.id}/email`, { ...other.scope, body: { to } })).status).toBe(
      200,
    );
  });
});
