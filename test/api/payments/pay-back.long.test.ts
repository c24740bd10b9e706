import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { paymentCalls } from './calls.ts';
import { RETURNED, settlementOf, UNPAID } from './settlement-calls.ts';

const trader = useTrader();
const { request, act, issued, detailOf } = trader;
const { pay } = paymentCalls(trader);

const state = (id: string) => settlementOf(trader, id);

describe('A negative invoice reduces the invoice that it names (SET-25 to SET-28)', () => {
  it('as its parent, until it is cancelled; its restore and issue reduce it again', async () => {
    const invoice = await issued();
    const storno = await issued({ ...RETURNED, parentDocumentId: invoice.id });
    expect(await state(invoice.id)).toEqual({ ...UNPAID, creditedAmount: 121, balance: 0, paymentStatus: 'paid' });
    expect((await detailOf(invoice.id)).events[0]).toMatchObject({ details: `Credited by ${storno.number}: 121.00 RON` });
    expect((await detailOf(invoice.id)).creditNotes).toEqual([]);
    expect(refusal(await act(invoice.id, 'cancel', { reason: 'Emisă greșit' }))).toMatchObject([
      422,
      'validation_error',
      { reason: 'has_credit_notes' },
    ]);
    expect((await pay(invoice.id, 1)).status).toBe(422);
    await act(storno.id, 'cancel', { reason: 'Emisă greșit' });
    expect(await state(invoice.id)).toEqual(UNPAID);
    await act(storno.id, 'restore');
    expect(await state(invoice.id)).toEqual(UNPAID);
    await act(storno.id, 'issue');
    expect(await state(invoice.id)).toMatchObject({ creditedAmount: 121, balance: 0 });
    const { body } = await request<{ gapFree: boolean; chainHolds: boolean; problems: unknown[] }>(
      'GET',
      `/document-series/${invoice.documentSeriesId}/audit`,
    );
    expect(body).toMatchObject({ chainHolds: true, problems: [] });
  });
});

describe('the amount to pay back on an invoice', () => {
  it('is 0 while the invoice is only paid, or only credited', async () => {
    const invoice = await issued();
    expect(refusal(await pay(invoice.id, 50, { type: 'refund' }))[0]).toBe(422);
    await pay(invoice.id, 121);
    expect(refusal(await pay(invoice.id, 0.01, { type: 'refund' }))[0]).toBe(422);
  });
});
