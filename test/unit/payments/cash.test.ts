import { describe, expect, it } from 'vitest';
import { CASH_LIMITS, limitsOn } from '#shared/documents/payments/cash/limits.ts';
import { cashWarnings, centsOf, isCash, partnerOf } from '#shared/documents/payments/cash/rule.ts';
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
    ['a person before lower limits, at the limit', person, '2023-11-10', 1_000_000, 0],
    ['a person before lower limits, above it', person, '2023-11-10', 1_000_001, 1],
    ['a supplier that is paid', sampleDocument({ direction: 'incoming' }), DAY, 500_001, 1],
    ['a supplier that is paid by a person', { ...person, direction: 'incoming' }, DAY, 500_001, 1],
    ['before the law', invoice, '2015-05-08', 9_000_000, 0],
    ['its first day', invoice, '2015-05-09', 500_001, 1],
    ['the last day before lower limits', invoice, '2023-11-10', 500_001, 1],
    ['their first day', invoice, '2023-11-11', 9_000_000, 0],
    ['their last day', invoice, '2023-12-31', 9_000_000, 0],
    ['the first day after them', invoice, '2024-01-01', 500_001, 1],
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
    expect(limitsOn('2030-01-01')?.business).toBe(5000);
  });

  it('count received payments, not refunds or other payment methods', () => {
    expect(isCash({ paymentMethod: 'cash' })).toBe(true);
    expect(isCash({ paymentMethod: 'cash', type: 'refund', paysBack: true })).toBe(false);
    expect(isCash({ paymentMethod: 'cash', paysBack: true })).toBe(false);
    expect(isCash({ paymentMethod: 'cash', type: 'offset' })).toBe(false);
    expect(isCash({ paymentMethod: 'card' })).toBe(false);
  });

  it('count in lei, and for the partner who pays or is paid', () => {
    expect(centsOf(sampleDocument({ exchangeRate: '5.0867' }), { amount: '1000.00' })).toBe(508_670);
    expect([partnerOf(invoice), partnerOf(sampleDocument({ direction: 'incoming' }))]).toEqual([
      invoice.clientId,
      invoice.seller.id,
    ]);
  });
});
