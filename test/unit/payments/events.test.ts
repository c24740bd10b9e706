import { describe, expect, it } from 'vitest';
import type { Actor } from '#shared/platform/access/model.ts';
import { recordedPayment, removedPayment } from '#shared/documents/payments/events.ts';
import type { Payment } from '#shared/model/payment.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { sampleDocument } from '../../support/documents.ts';

const by = { userId: 'u', name: 'Ana', email: 'ana@example.com' } as Actor;
const payment = (amount: string): Payment => ({
  ...{
    id: `p${amount}`,
    invoiceId: 'i',
    amount,
    currency: 'RON',
    paymentDate: '2026-03-05',
    paymentMethod: 'card',
    reference: null,
  },
  ...{ notes: null, isReconciled: false, createdBy: null, createdAt: '', updatedAt: '' },
});

/** The notifications of the last of these payments. */
function told(...amounts: string[]) {
  const payments = amounts.map(payment);
  const [before, after] = [payments.slice(0, -1), payments].map(paid => settledBy(sampleDocument(), paid));
  const last = payments.at(-1);
  if (!before || !after || !last) throw new Error('There is a payment.');
  return recordedPayment(before, after, last, by).webhooks ?? [];
}

describe('events of payments (SET-40)', () => {
  it.each<[string[], string[]]>([
    [['21.00'], ['payment.created', 'invoice.updated']],
    [
      ['21.00', '100.00'],
      ['payment.created', 'invoice.updated', 'invoice.paid'],
    ],
    [['121.01'], ['payment.created', 'invoice.updated', 'invoice.paid']],
    [
      ['120.50', '0.50'],
      ['payment.created', 'invoice.updated', 'invoice.paid'],
    ],
    [
      ['121.00', '0.01'],
      ['payment.created', 'invoice.updated'],
    ],
  ])('after %j: %j', (amounts, types) => {
    expect(told(...amounts).map(one => one.type)).toEqual(types);
  });

  it('with the fields of each', () => {
    const [created, , paid] = told('121.00');
    const { id, number } = sampleDocument();
    expect(created?.data).toEqual({
      ...{ paymentUuid: 'p121.00', invoiceUuid: expect.any(String), invoiceNumber: number, amount: 121, currency: 'RON' },
      ...{ paymentMethod: 'card', paymentDate: '2026-03-05' },
      ...{ type: 'payment', paysBack: false, offsetInvoiceId: null },
    });
    expect(paid?.data).toEqual({ invoiceUuid: id, invoiceNumber: number, amountPaid: 121, balance: 0, paidAt: '2026-03-05' });
  });

  it.each<[string, Partial<Payment>, object]>([
    ['a payment, without its type', {}, {}],
    ['a refund', { type: 'refund', paysBack: true }, { type: 'refund', paysBack: true, offsetInvoiceId: null }],
    [
      'an offset',
      { type: 'offset', paysBack: true, offset: { invoiceId: 'o', paymentId: 'q' } },
      { type: 'offset', paysBack: true, offsetInvoiceId: 'o' },
    ],
    [
      'its other side',
      { type: 'offset', offset: { invoiceId: 'o', paymentId: 'q' } },
      { type: 'offset', paysBack: false, offsetInvoiceId: 'o' },
    ],
  ])('in the timeline: %s', (_, more, typed) => {
    const { event } = removedPayment(sampleDocument(), { ...payment('21.00'), ...more }, by);
    expect(event.metadata).toEqual({ paymentId: 'p21.00', amount: 21, currency: 'RON', method: 'card', ...typed });
  });

  it('a removal: payment.deleted with the same fields, and invoice.updated', () => {
    const { event, webhooks } = removedPayment(settledBy(sampleDocument(), []), payment('121.00'), by);
    expect([event.type, event.status, webhooks?.map(one => one.type)]).toEqual([
      'payment_deleted',
      null,
      ['payment.deleted', 'invoice.updated'],
    ]);
    expect(webhooks?.[0]?.data).toEqual(told('121.00')[0]?.data);
  });
});
