import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { paymentCalls } from './calls.ts';

const trader = useTrader();
const { scope, act, inForce } = trader;
const { pay, list, remove, agreed } = paymentCalls(trader);

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

  it('a reconciled one: 409', async () => {
    const { id } = await inForce();
    const { body } = await pay(id, 1);
    await transact([
      update(companyKey(scope.company, `INV#${id}#P#${body.payment.uuid}`), {
        expression: 'SET #data.isReconciled = :true',
        names: { '#data': 'data' },
        values: { ':true': true },
      }),
    ]);
    expect(refusedFields(await remove(id, body.payment.uuid))).toEqual([409, 'conflict', ['reason']]);
    expect(await list(id)).toHaveLength(1);
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
