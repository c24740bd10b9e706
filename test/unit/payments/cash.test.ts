import { describe, expect, it } from 'vitest';
import { CASH_LIMITS, limitOf, limitsOn } from '#shared/documents/payments/cash/limits.ts';
import {
  cashWarnings,
  centsOf,
  isCash,
  paidOutWarnings,
  partnerOf,
  splitWarnings,
} from '#shared/documents/payments/cash/rule.ts';
import type { Payment } from '#shared/model/payment.ts';
import { sampleDocument } from '../../support/documents.ts';

const DAY = '2026-11-27';
const invoice = sampleDocument();
const person = sampleDocument({
  client: { ...invoice.client!, type: 'individual', cif: null, vatCode: null, isVatPayer: false, cnp: '1850715123451' },
});

describe('cash above the limits of the law', () => {
  it.each<[string, Parameters<typeof cashWarnings>[0], string, number, number]>([
    ['a business, at the limit', invoice, DAY, 500_000, 0],
    ['a business, above it', invoice, DAY, 500_001, 1],
    ['a person, at the limit', person, DAY, 1_000_000, 0],
    ['a person, above it', person, DAY, 1_000_001, 1],
    ['a supplier that is paid', sampleDocument({ direction: 'incoming' }), DAY, 500_001, 1],
    ['a supplier that is paid by a person', { ...person, direction: 'incoming' }, DAY, 500_001, 1],
    ['before the law', invoice, '2015-05-08', 9_000_000, 0],
    ['its first day', invoice, '2015-05-09', 500_001, 1],
    // OUG 98/2023 was in force before the lower limits of Legea 296/2023 took effect.
    ['a business at the end of 2023, at the limit', invoice, '2023-11-11', 500_000, 0],
    ['a business at the end of 2023, above it', invoice, '2023-11-11', 500_001, 1],
    ['a person at the end of 2023, at the limit', person, '2023-12-31', 1_000_000, 0],
    ['a person at the end of 2023, above it', person, '2023-12-31', 1_000_001, 1],
    ['a supplier before the end of 2023', { ...invoice, direction: 'incoming' }, '2023-11-10', 500_001, 1],
    ['a supplier at the end of 2023: not certain', { ...invoice, direction: 'incoming' }, '2023-11-11', 9_000_000, 0],
    ['a supplier after it', { ...invoice, direction: 'incoming' }, '2024-01-01', 500_001, 1],
  ])('%s', (_, of, day, total, count) => {
    expect(cashWarnings(of, day, total)).toHaveLength(count);
  });

  it.each<[string, Parameters<typeof cashWarnings>[0], string]>([
    [
      'a business',
      invoice,
      'taken from Șantierul Verde SA on 2026-11-27 adds up to 10000.01 lei; the law allows 5000.00 lei a day for a business',
    ],
    [
      'a person',
      person,
      'taken from Șantierul Verde SA on 2026-11-27 adds up to 10000.01 lei; the law allows 10000.00 lei a day for a person',
    ],
    ['a receiver without a record', { ...invoice, client: null, receiverName: 'Ana' }, 'taken from Ana on'],
    ['a client without a name', { ...invoice, client: null, receiverName: null }, 'taken from the client on'],
    ['a supplier', sampleDocument({ direction: 'incoming' }), 'paid to Atelierul de Lemn Țiriac & Fiii SRL on'],
  ])('the warning about %s has the client, the amount and the limit', (_, of, text) => {
    expect(cashWarnings(of, DAY, 1_000_001).join()).toContain(`paymentMethod: the cash ${text}`);
  });

  it('are data with dates and a source, which do not overlap', () => {
    expect(CASH_LIMITS.filter(({ source }) => source === '')).toEqual([]);
    expect(CASH_LIMITS.slice(1).filter(({ from }, place) => from <= (CASH_LIMITS[place]?.until ?? '9999'))).toEqual([]);
    expect(limitsOn('2030-01-01')).toMatchObject({ business: 5000, person: 10_000, paid: 5000, totalPaidADay: 10_000 });
    // A person is the same both ways.
    expect((['taken', 'paid'] as const).map(way => limitOf(limitsOn('2023-12-01'), { way, isPerson: true }))).toEqual([
      10_000, 10_000,
    ]);
  });

  it.each([
    ['at the limit', DAY, 1_000_000, 0],
    ['above it', DAY, 1_000_001, 1],
    ['above it, at the end of 2023: not certain', '2023-12-31', 1_000_001, 0],
    ['before the law', '2015-05-08', 1_000_001, 0],
  ])('of all suppliers in a day together: %s', (_, day, total, count) => {
    expect(paidOutWarnings(day, total)).toHaveLength(count);
  });

  it('count received payments, not refunds or other payment methods', () => {
    expect(isCash({ paymentMethod: 'cash' })).toBe(true);
    expect(isCash({ paymentMethod: 'cash', type: 'refund', paysBack: true })).toBe(false);
    expect(isCash({ paymentMethod: 'cash', paysBack: true })).toBe(false);
    expect(isCash({ paymentMethod: 'cash', type: 'offset' })).toBe(false);
    expect(isCash({ paymentMethod: 'card' })).toBe(false);
  });

  describe('of a document that is paid on several days', () => {
    const paid = (id: string, amount: string, more: Partial<Payment> = {}): Payment =>
      ({ id, amount, paymentDate: DAY, paymentMethod: 'cash', ...more }) as Payment;
    const earlier = paid('p', '5000.00', { paymentDate: '2026-11-26' });
    const of = (total: string, more: object = {}) => ({ ...invoice, number: 'FCT-1', total, ...more });
    const received = of('10000.00', { direction: 'incoming' });

    it.each<[string, ReturnType<typeof of>, Payment[], Payment, number]>([
      ['above the limit', of('10000.00'), [earlier], paid('q', '0.01'), 1],
      ['above the limit, to a supplier', received, [earlier], paid('q', '0.01'), 1],
      [
        'dated before the first one',
        of('10000.00'),
        [{ ...earlier, paymentDate: DAY }],
        paid('q', '1.00', { paymentDate: '2026-11-26' }),
        1,
      ],
      ['with the payment among the others', of('10000.00'), [earlier, paid('q', '5000.00')], paid('q', '5000.00'), 1],
      ['at the limit', of('10000.00'), [{ ...earlier, amount: '4999.00' }], paid('q', '1.00'), 0],
      ['of a document at the limit', of('5000.00'), [earlier], paid('q', '0.01'), 0],
      ['in euros, worth more', of('2000.00', { exchangeRate: '5' }), [{ ...earlier, amount: '900.00' }], paid('q', '100.01'), 1],
      [
        'in euros, at the limit',
        of('2000.00', { exchangeRate: '5' }),
        [{ ...earlier, amount: '900.00' }],
        paid('q', '100.00'),
        0,
      ],
      ['of a person', of('20000.00', { client: person.client }), [earlier], paid('q', '5000.00'), 0],
      ['of a person, above the limit', of('20000.00', { client: person.client }), [earlier], paid('q', '5000.01'), 1],
      ['the rest by bank', of('10000.00'), [earlier], paid('q', '5000.00', { paymentMethod: 'bank_transfer' }), 0],
      ['after money by bank', of('10000.00'), [{ ...earlier, paymentMethod: 'bank_transfer' }], paid('q', '5000.00'), 0],
      ['after a refund', of('10000.00'), [{ ...earlier, type: 'refund', paysBack: true }], paid('q', '5000.00'), 0],
      ['a refund', of('10000.00'), [earlier], paid('q', '5000.00', { type: 'refund', paysBack: true }), 0],
      [
        'on one day alone, which is compared as such',
        of('10000.00'),
        [{ ...earlier, paymentDate: DAY }],
        paid('q', '5000.00'),
        0,
      ],
      [
        'at the end of 2023, to a supplier: not certain',
        received,
        [{ ...earlier, paymentDate: '2023-12-01' }],
        paid('q', '1.00', { paymentDate: '2023-12-02' }),
        0,
      ],
    ])('%s', (_, document, payments, payment, count) => {
      expect(splitWarnings(document, payments, payment)).toHaveLength(count);
    });

    it('says what is allowed, and by which article', () => {
      expect(splitWarnings(of('10000.00'), [earlier], paid('q', '5000.00'))).toEqual([
        'paymentMethod: the cash taken for FCT-1 adds up to 10000.00 lei over several days; of a document of 10000.00 lei the law allows 5000.00 lei in cash, and the rest by bank (Legea 70/2015, art. 3 (2)).',
      ]);
      expect(splitWarnings(received, [earlier], paid('q', '1.00')).join()).toMatch(/cash paid for FCT-1 .* art\. 3 \(3\)/);
      expect(splitWarnings(of('20000.00'), [earlier], paid('q', '5000.01'), true).join()).toMatch(
        /allows 10000\.00 .* art\. 4\)/,
      );
    });
  });

  it('count in lei, and for the partner who pays or is paid', () => {
    expect(centsOf(sampleDocument({ exchangeRate: '5.0867' }), { amount: '1000.00' })).toBe(508_670);
    expect([partnerOf(invoice), partnerOf(sampleDocument({ direction: 'incoming' }))]).toEqual([
      invoice.clientId,
      invoice.seller.id,
    ]);
  });
});
