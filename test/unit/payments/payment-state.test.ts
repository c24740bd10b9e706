import { describe, expect, it } from 'vitest';
import { isOverdue, type PaymentStatus, paymentStatusOf, settledBy } from '#shared/model/amounts/payment-state.ts';
import type { Payment } from '#shared/model/payment.ts';
import { type DocumentOverrides, sampleDocument, sampleLine } from '../../support/documents.ts';

const payment = (amount: string, paymentDate: string): Payment => ({
  ...{ id: paymentDate, invoiceId: 'i', amount, currency: 'RON', paymentDate, paymentMethod: 'cash', reference: null },
  ...{ notes: null, isReconciled: false, createdBy: null, createdAt: '', updatedAt: '' },
});

describe('the payment state follows from amounts (SET-1 to SET-4)', () => {
  it.each<[string, string, 'draft' | 'issued', PaymentStatus]>([
    ['121.00', '0.00', 'issued', 'unpaid'],
    ['121.00', '0.01', 'issued', 'partially_paid'],
    ['121.00', '120.99', 'issued', 'partially_paid'],
    ['121.00', '121.00', 'issued', 'paid'],
    ['121.00', '121.01', 'issued', 'paid'],
    ['-121.00', '-121.00', 'issued', 'paid'],
    ['-121.00', '0.00', 'draft', 'unpaid'],
    ['0.00', '0.00', 'issued', 'paid'],
    ['0.00', '0.00', 'draft', 'unpaid'],
    ['0.01', '0.00', 'issued', 'unpaid'],
  ])('total %s, paid %s, %s: %s', (total, amountPaid, status, expected) => {
    expect(paymentStatusOf({ ...sampleDocument({ status }), total, amountPaid })).toBe(expected);
  });

  it.each<['draft' | 'issued' | 'cancelled', PaymentStatus]>([
    ['issued', 'paid'],
    ['draft', 'unpaid'],
    ['cancelled', 'unpaid'],
  ])('nothing is open, and nothing was paid: %s is %s', (status, expected) => {
    expect(paymentStatusOf({ ...sampleDocument({ status }), balance: '0.00' })).toBe(expected);
  });

  it.each([
    ['due yesterday, something open', {}, true],
    ['due today', { dueDate: '2026-04-02' }, false],
    ['no due date', { dueDate: null }, false],
    ['nothing open', { balance: '0.00' }, false],
    ['a cent open', { balance: '0.01' }, true],
    ['a draft', { status: 'draft' as const }, false],
    ['cancelled', { status: 'cancelled' as const }, false],
    ['rejected', { status: 'rejected' as const }, true],
  ])('overdue: %s is %s', (_, overrides, expected) => {
    const document = { ...sampleDocument({ dueDate: '2026-04-01' }), ...overrides };
    expect(isOverdue(document, '2026-04-02')).toBe(expected);
  });
});

const charged = (amount: string) => ({
  allowanceCharges: [{ chargeIndicator: true, amount, taxCategoryCode: 'S' as const, taxRate: '21' }],
});

describe('the effect of payments on a document', () => {
  const settled = (payments: Payment[], document = sampleDocument()) => {
    const { amountPaid, balance, paidAt } = settledBy(document, payments);
    return [amountPaid, balance, paidAt];
  };

  it.each<[string, Payment[], unknown[]]>([
    ['none', [], ['0.00', '121.00', null]],
    ['a part', [payment('21.00', '2026-03-05')], ['21.00', '100.00', null]],
    ['all but half a leu', [payment('120.50', '2026-03-05')], ['120.50', '0.50', null]],
    [
      'half a leu as the last',
      [payment('120.50', '2026-03-05'), payment('0.50', '2026-03-07')],
      ['121.00', '0.00', '2026-03-07'],
    ],
    [
      'a refunded amount is not paid',
      [payment('121.00', '2026-03-05'), { ...payment('21.00', '2026-03-07'), paysBack: true as const }],
      ['100.00', '21.00', null],
    ],
    [
      'all of it, in any order: paid on the date of the latest',
      [payment('100.00', '2026-03-07'), payment('21.00', '2026-03-05')],
      ['121.00', '0.00', '2026-03-07'],
    ],
    ['a cent too much: nothing is to be paid back', [payment('121.01', '2026-03-05')], ['121.01', '0.00', '2026-03-05']],
  ])('%s', (_, payments, expected) => {
    expect(settled(payments)).toEqual(expected);
  });

  it.each<[string, string, Payment[], unknown[]]>([
    ['a part is credited', '21.00', [payment('50.00', '2026-03-05')], ['50.00', '50.00', null]],
    [
      'the rest is credited: the last payment closed it',
      '71.00',
      [payment('50.00', '2026-03-05')],
      ['50.00', '0.00', '2026-03-05'],
    ],
    ['all is credited, nothing paid', '121.00', [], ['0.00', '0.00', null]],
    ['more is credited than is open', '100.00', [payment('121.00', '2026-03-05')], ['121.00', '0.00', '2026-03-05']],
  ])('credits: %s', (_, creditedAmount, payments, expected) => {
    expect(settled(payments, sampleDocument({ creditedAmount }))).toEqual(expected);
  });

  it('paidAt is the date on which payments, in the order of their dates, reached the total', () => {
    const payments = [payment('0.01', '2026-03-09'), payment('21.00', '2026-03-07'), payment('100.00', '2026-03-05')];
    expect(settled(payments)).toEqual(['121.01', '0.00', '2026-03-07']);
  });

  it.each<[string, string, Payment[], unknown[], PaymentStatus]>([
    ['nothing yet', '0.00', [], ['0.00', '101.00', null], 'unpaid'],
    ['a part', '0.00', [payment('1.00', '2026-03-05')], ['1.00', '100.00', null], 'partially_paid'],
    ['the rest', '0.00', [payment('101.00', '2026-03-05')], ['101.00', '0.00', '2026-03-05'], 'paid'],
    ['a credit', '50.00', [payment('51.00', '2026-03-05')], ['51.00', '0.00', '2026-03-05'], 'paid'],
  ])(
    'of 121.00 with 20.00 prepaid, paid %s: total − prepaid − paid − credited is open',
    (_, creditedAmount, payments, expected, status) => {
      const document = sampleDocument({ ublExtensions: { prepaidAmount: '20' }, creditedAmount });
      expect(settled(payments, document)).toEqual(expected);
      expect(paymentStatusOf(settledBy(document, payments))).toBe(status);
    },
  );

  it('a total of one leu is open, unless it was prepaid', () => {
    const lines = [sampleLine({ unitPrice: '1', vatRate: '0', vatCategoryCode: 'Z' })];
    expect(settled([], sampleDocument({ lines }))).toEqual(['0.00', '1.00', null]);
    expect(settled([], sampleDocument({ lines, ublExtensions: { prepaidAmount: '1' } }))).toEqual(['0.00', '0.00', '2026-03-02']);
  });

  it('a completely prepaid invoice is paid from its issue on, without a payment', () => {
    const document = settledBy(sampleDocument({ ublExtensions: { prepaidAmount: '121' } }), []);
    expect([document.amountPaid, document.balance, document.paidAt]).toEqual(['0.00', '0.00', '2026-03-02']);
    expect(paymentStatusOf(document)).toBe('paid');
  });

  it('a cancelled document has no open amount', () => {
    expect(settled([payment('21.00', '2026-03-05')], sampleDocument({ status: 'cancelled' }))).toEqual(['21.00', '0.00', null]);
  });

  it.each<[string, DocumentOverrides, unknown[], PaymentStatus]>([
    ['121.00 back, a charge of 21.00 less', { ublExtensions: charged('21') }, ['-95.59', '0.00', '2026-03-02'], 'paid'],
    ['121.00 back, as much charged', { ublExtensions: charged('100') }, ['0.00', '0.00', '2026-03-02'], 'paid'],
    ['121.00 back, more charged', { ublExtensions: charged('200') }, ['0.00', '121.00', null], 'unpaid'],
    [
      'more prepaid than owed',
      { lines: [sampleLine()], ublExtensions: { prepaidAmount: '150' } },
      ['-29.00', '0.00', '2026-03-02'],
      'paid',
    ],
  ])('the amount to pay of the e-invoice counts: %s', (_, overrides, expected, status) => {
    const document = sampleDocument({ status: 'issued', lines: [sampleLine({ quantity: '-1' })], ...overrides });
    expect(settled([], document)).toEqual(expected);
    expect(paymentStatusOf(settledBy(document, []))).toBe(status);
  });

  it('an issued refund is settled on its issue date; as a draft it is not', () => {
    const refund = sampleDocument({ lines: [sampleLine({ quantity: '-1' })] });
    expect(settled([], refund)).toEqual(['-121.00', '0.00', '2026-03-02']);
    expect(settled([], { ...refund, status: 'draft' })).toEqual(['0.00', '0.00', null]);
  });
});
