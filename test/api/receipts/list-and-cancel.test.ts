import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Refusal } from '../../support/contract.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { paymentCalls } from '../payments/calls.ts';
import { receiptCalls } from './calls.ts';

/** GET /receipts, and the cancellation of a receipt (RCT-8 to RCT-10). */

const trader = useTrader();
const { request, inForce, become, detailOf, newTrader } = trader;
const { series, send, issued, list } = receiptCalls(trader);
const { pay, list: payments, remove } = paymentCalls(trader);

beforeAll(series);

const of = (id: string, amount: number): object => ({ documents: [{ id, amount }], amount, payer: undefined });

describe('GET /receipts', () => {
  it('lists the receipts of a period, latest first, by kind and client', async () => {
    const own = await newTrader();
    const calls = receiptCalls(own);
    await calls.series();
    const { clientId } = own.scope;
    const day = addDays(today(), -3);
    const old = await calls.issued(1, { date: day });
    const first = await calls.issued(2, { clientId, payer: null });
    const second = await calls.issued(1.5, { kind: 'cash_payment', clientId, payer: null });
    const last = await calls.issued(4);
    const numbers = async (query: string) => (await calls.list(query)).data.map(({ id }) => id);
    expect(await numbers(`from=${day}`)).toEqual([last, second, first, old].map(({ id }) => id));
    expect(await numbers(`from=${day}&to=${day}`)).toEqual([old.id]);
    expect(await numbers(`from=${day}&kind=cash_payment`)).toEqual([second.id]);
    expect(await numbers(`from=${day}&clientId=${clientId}`)).toEqual([second.id, first.id]);
    expect(await calls.list(`from=${day}&limit=3&page=2`)).toMatchObject({ total: 4, pages: 2, data: [{ id: old.id }] });
    const { body } = await own.request<{ receiptHistory: object[]; receiptCount: number }>('GET', `/clients/${clientId}`);
    expect(body.receiptCount).toBe(2);
    await expect
      .poll(async () => (await own.request<typeof body>('GET', `/clients/${clientId}`)).body.receiptHistory)
      .toEqual([
        { uuid: second.id, kind: 'cash_payment', number: 'DP-001', date: today(), amount: 1.5, status: 'issued' },
        { uuid: first.id, kind: 'receipt', number: 'CH-002', date: today(), amount: 2, status: 'issued' },
      ]);
  });

  it.each(['from=2026-02-30', 'from=2026-12-01&to=2026-11-01', 'from=2020-01-01&to=2026-01-01', 'kind=invoice', 'clientId=7'])(
    'answers 422 for %s',
    async query => {
      expect((await request('GET', `/receipts?${query}`)).status).toBe(422);
    },
  );
});

describe('POST /receipts/{uuid}/cancel', () => {
  it('keeps the number, removes the payment, and the next receipt takes the next number', async () => {
    const invoice = await inForce();
    const receipt = (await send(of(invoice.id, 121))).body;
    const { status, body } = await receiptCalls(trader).cancel(receipt.id, 'Bani falși');
    expect([status, body]).toMatchObject([
      200,
      { number: receipt.number, status: 'cancelled', cancellationReason: 'Bani falși', cancelledBy: { name: 'Ana Popescu' } },
    ]);
    expect(await payments(invoice.id)).toEqual([]);
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 121, amountPaid: 0, paidAt: null });
    const next = await issued(1);
    expect(Number(next.number.slice(3))).toBe(Number(receipt.number.slice(3)) + 1);
    const again = await receiptCalls(trader).cancel(receipt.id);
    expect([again.status, again.body.error.details]).toMatchObject([409, { reason: 'already_cancelled' }]);
    expect((await list(`from=${today()}&limit=100`)).data).toContainEqual(body);
  });

  it('answers 409 when an amount of its payment was paid back', async () => {
    const { id } = await inForce();
    const receipt = (await send(of(id, 121))).body;
    await become(id, { creditedAmount: '121.00' });
    expect((await pay(id, 121, { type: 'refund' })).status).toBe(201);
    const { status, body } = await receiptCalls(trader).cancel(receipt.id);
    expect([status, body.error.details]).toMatchObject([409, { reason: 'paid_back' }]);
  });

  it('answers 404 for an unknown receipt, and 422 without a reason', async () => {
    expect((await receiptCalls(trader).cancel(randomUUID())).status).toBe(404);
    const { id } = await issued(1);
    expect(refusedFields(await request<Refusal>('POST', `/receipts/${id}/cancel`, {}))).toEqual([
      422,
      'validation_error',
      ['reason'],
    ]);
  });

  it('is the only way to remove the payment of a receipt', async () => {
    const { id } = await inForce();
    const receipt = (await send(of(id, 10))).body;
    const refused = await remove(id, receipt.documents[0]!.paymentId);
    expect([refused.status, refused.body.error.details]).toEqual([409, { reason: 'has_receipt', receiptId: receipt.id }]);
    expect(await payments(id)).toHaveLength(1);
  });
});

it('the audit of a series of receipts holds, with a cancelled one', async () => {
  const own = await newTrader();
  const calls = receiptCalls(own);
  const { receipt } = await calls.series();
  for (const amount of [1, 2, 3]) await calls.issued(amount);
  const [, second] = (await calls.list()).data;
  await calls.cancel(second!.id);
  const { status, body } = await own.request<object>('GET', `/document-series/${receipt}/audit`);
  expect([status, body]).toMatchObject([
    200,
    { count: 3, gaps: [], duplicates: [], chainHolds: true, cancelled: [{ number: 'CH-002', reason: 'Sumă greșită' }] },
  ]);
});
