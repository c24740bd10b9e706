import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { useTrader } from '../../support/trader.ts';
import { paymentCalls } from './calls.ts';

const trader = useTrader();
const { act, inForce } = trader;
const { pay, remove, agreed } = paymentCalls(trader);

describe('GET and DELETE of payments', () => {
  it('removing one opens the balance again: 204, an event, paidAt null', async () => {
    const { id } = await inForce();
    await pay(id, 100);
    const { body } = await pay(id, 21);
    expect(await agreed(id)).toMatchObject({ paymentStatus: 'paid', paidAt: today() });
    expect((await remove(id, body.payment.uuid)).status).toBe(204);
    const after = await agreed(id);
    expect(after).toMatchObject({ balance: 21, amountPaid: 100, paymentStatus: 'partially_paid', paidAt: null });
    expect(after.events[0]).toMatchObject({
      ...{ type: 'payment_deleted', status: null },
      metadata: { paymentId: body.payment.uuid, amount: 21, currency: 'RON', method: 'bank_transfer' },
    });
    expect((await pay(id, 21)).body.invoice).toMatchObject({ balance: 0, paymentStatus: 'paid' });
  });

  it('removing one twice, or one of another invoice: 404', async () => {
    const [one, other] = [await inForce(), await inForce()];
    const { body } = await pay(one.id, 1);
    expect((await remove(other.id, body.payment.uuid)).status).toBe(404);
    expect((await remove(one.id, body.payment.uuid)).status).toBe(204);
    expect((await remove(one.id, body.payment.uuid)).status).toBe(404);
  });

  it('of a cancelled invoice: nothing is open, and it can be restored afterwards', async () => {
    const { id } = await inForce();
    const { body } = await pay(id, 21);
    await act(id, 'cancel', { reason: 'Ordered twice' });
    expect((await act(id, 'restore')).status).toBe(422);
    expect((await remove(id, body.payment.uuid)).status).toBe(204);
    expect(await agreed(id)).toMatchObject({ status: 'cancelled', balance: 0, amountPaid: 0 });
    expect((await act(id, 'restore')).body).toMatchObject({
      status: 'draft',
      balance: 121,
    });
  });
});
