import { describe, expect, it } from 'vitest';
import type { Actor } from '#shared/platform/access/model.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { cashWrites } from '#shared/documents/payments/cash/day.ts';
import type { PaymentBody } from '#shared/documents/payments/input.ts';
import {
  offsetPayments,
  refuseOffset,
  refusePaidBack,
  refusePayBack,
  withOtherPayment,
  withoutOtherPayment,
} from '#shared/documents/payments/refunds-and-offsets.ts';
import { latestFirst, presentPayment, presentRecorded } from '#shared/documents/payments/present.ts';
import { findPayment, withoutPayment, withPayment } from '#shared/documents/payments/record.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

setEnvironment({ TABLE_NAME: 'table' });

const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;
const of = (amount: string) => ({ amount }) as unknown as PaymentBody;
const payment = (id: string, amount: string, more: Partial<Payment> = {}): Payment => ({
  ...{ id, invoiceId: 'i', amount, currency: 'RON', paymentDate: '2026-03-05', paymentMethod: 'cash', reference: null },
  ...{
    notes: null,
    isReconciled: false,
    createdBy: null,
    createdAt: '2026-03-05T10:00:00.000Z',
    updatedAt: '2026-03-05T10:00:00.000Z',
  },
  ...more,
});
const invoice = (overrides: Partial<Invoice> = {}) => ({ ...sampleDocument({ id: 'i' }), ...overrides });

describe('an amount to pay back on an invoice', () => {
  it('may be refunded, and no more', async () => {
    const surplus = invoice({ amountPaid: '121.00', creditedAmount: '21.00' });
    expect(await refusedFieldsBy(() => refusePayBack(surplus, of('21.00')))).toBeUndefined();
    expect(await refusedFieldsBy(() => refusePayBack(surplus, of('21.01')))).toEqual([422, 'validation_error', ['amount']]);
  });

  const other = (overrides: Partial<Invoice> = {}) => invoice({ id: 'o', balance: '50.00', ...overrides });
  it.each<[string, Invoice, string, string | undefined]>([
    ['one of the client', other(), '50.00', undefined],
    ['for more than its open amount', other(), '50.01', 'amount'],
    ['itself', invoice(), '1.00', 'invoiceId'],
    ['a draft', other({ status: 'draft' }), '1.00', 'invoiceId'],
    ['one that takes back', other({ total: '-121.00' }), '1.00', 'invoiceId'],
    ['one of another client', other({ clientId: 'c' }), '1.00', 'invoiceId'],
    ['one of the other direction', other({ direction: 'incoming' }), '1.00', 'invoiceId'],
    ['one of another supplier', other({ seller: sampleSeller({ id: 's' }) }), '1.00', 'invoiceId'],
    ['one in another currency', other({ currency: 'EUR' }), '1.00', 'invoiceId'],
  ])('may be booked against another one: %s', async (_, against, amount, field) => {
    const refused = await refusedFieldsBy(() => refuseOffset(invoice(), against, of(amount)));
    expect(refused).toEqual(field && [422, 'validation_error', [field]]);
  });

  it('is booked with two payments that name each other', () => {
    const { from, to } = offsetPayments(payment('p', '50.00', { reference: 'OP 7' }), other());
    expect(from).toMatchObject({ id: 'p', invoiceId: 'i', type: 'offset', paysBack: true, reference: 'OP 7' });
    expect(from.offset).toEqual({ invoiceId: 'o', paymentId: to.id });
    expect(to).toMatchObject({ invoiceId: 'o', type: 'offset', amount: '50.00', reference: 'OP 7' });
    expect([to.offset, to.paysBack]).toEqual([{ invoiceId: 'i', paymentId: 'p' }, undefined]);
  });

  it('changes both invoices at once, and its removal too', () => {
    const surplus = settledBy(invoice(), [payment('p', '121.00')]);
    const outcome = withPayment(surplus, [payment('p', '121.00')], payment('q', '21.00', { paysBack: true }), by);
    const added = withOtherPayment(outcome, { invoice: other(), payments: [payment('r', '71.00')] }, payment('s', '21.00'), by);
    expect(added.after.amountPaid).toBe('100.00');
    // Both payments, and the entry of each in the projection.
    expect(added.also?.writes).toHaveLength(4);
    expect(added.also?.documents).toMatchObject([{ after: { amountPaid: '92.00', balance: '29.00' }, recorded: [{}] }]);

    const there = { invoice: other(), payments: [payment('r', '71.00'), payment('s', '21.00')] };
    const left = withoutPayment(added.after, added.children?.payments ?? [], payment('q', '21.00'), by);
    const removed = withoutOtherPayment(left, there, 's', by);
    expect(removed.after.amountPaid).toBe('121.00');
    expect(removed.also?.writes).toHaveLength(4);
    expect(removed.also?.documents).toMatchObject([{ after: { amountPaid: '71.00', balance: '50.00' }, recorded: [{}] }]);
    expect(withoutOtherPayment(left, there, 'gone', by)).toBe(left);
  });

  it('keeps the payment that was paid back', () => {
    const paid = [payment('p', '121.00'), payment('q', '21.00', { paysBack: true })];
    const before = settledBy(invoice(), paid);
    expect(() => withoutPayment(before, paid, paid[0]!, by)).toThrow('remove that first');
    expect(() =>
      withoutOtherPayment(withPayment(before, paid, payment('r', '1.00'), by), { invoice: before, payments: paid }, 'p', by),
    ).toThrow('remove that first');
    expect(() => refusePaidBack(before, { ...before, amountPaid: '0.00' })).not.toThrow();
    const refund = sampleDocument({ lines: [sampleLine({ quantity: '-1' })] });
    expect(() => refusePaidBack(refund, { ...refund, amountPaid: '-121.00' })).not.toThrow();
  });
});

describe('payments of an invoice', () => {
  it('are returned latest first: by their date, then as they were recorded', () => {
    const at = (createdAt: string, paymentDate = '2026-03-05') => ({ createdAt, paymentDate });
    const payments = [
      payment('a', '1.00', at('2026-03-06T10:00:00.000Z')),
      payment('c', '1.00', at('2026-03-06T10:00:00.000Z')),
      payment('b', '1.00', at('2026-03-06T10:00:00.000Z')),
      payment('d', '1.00', at('2026-03-05T10:00:00.000Z')),
      payment('e', '1.00', at('2026-03-01T10:00:00.000Z', '2026-03-07')),
    ];
    for (const each of [payments, payments.toReversed()])
      expect(each.toSorted(latestFirst).map(({ id }) => id)).toEqual(['e', 'c', 'b', 'a', 'd']);
  });

  it('are returned with their author, and without warnings if there are none', () => {
    const createdBy = { id: 'u', name: 'Ana', email: 'ana@firma.example' };
    expect(presentPayment(payment('p', '1.00'))).toMatchObject({ type: 'payment', createdBy: null });
    expect(presentPayment(payment('p', '1.00', { createdBy }))).toMatchObject({ createdBy: { id: 'u', name: 'Ana' } });
    const recorded = { payment: payment('p', '1.00'), invoice: invoice({ creditedAmount: '5.00' }), earlier: [], warnings: [] };
    expect(presentRecorded(recorded)).not.toHaveProperty('warnings');
    expect(presentRecorded({ ...recorded, warnings: ['w'] })).toMatchObject({ warnings: ['w'], invoice: { creditedAmount: 5 } });
  });

  it('are removed by id, unless they are reconciled', () => {
    const payments = [payment('p', '1.00'), payment('q', '2.00'), payment('r', '3.00', { isReconciled: true })];
    expect(findPayment(payments, 'q')).toBe(payments[1]);
    expect(() => findPayment(payments, 'x')).toThrow('Payment');
    expect(() => findPayment(payments, 'r')).toThrow('reconciled');
    const { after, also, children } = withoutPayment(settledBy(invoice(), payments), payments, payments[1]!, by);
    expect([after.amountPaid, children?.payments?.map(({ id }) => id)]).toEqual(['4.00', ['p', 'r']]);
    // The payment and its entry in the projection.
    expect(also?.writes).toHaveLength(2);
  });

  it('in cash count for their day, in lei, and not when they are removed', () => {
    const payments = [
      payment('p', '100.00'),
      payment('q', '20.00'),
      payment('r', '3.00', { paymentDate: '2026-03-06' }),
      payment('s', '9.00', { paymentMethod: 'card' }),
    ];
    const counted = (of: Invoice, sign: 1 | -1) =>
      cashWrites(of, payments, sign).map(({ operation: { Update } }) => [
        Update?.Key?.['sk'],
        Update?.ExpressionAttributeValues?.[':cents'],
      ]);
    const euro = invoice({ clientId: 'c', currency: 'EUR', exchangeRate: '5' });
    expect(counted(euro, 1)).toEqual([
      ['CASH#c#2026-03-05', 60_000],
      ['CASH#c#2026-03-06', 1_500],
    ]);
    expect(counted(euro, -1).map(([, cents]) => cents)).toEqual([-60_000, -1_500]);
    expect(counted(invoice({ clientId: null }), 1)).toEqual([]);
  });
});
