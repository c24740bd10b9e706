import { describe, expect, it } from 'vitest';
import {
  differenceTotals,
  exchangeDifferences,
  type ForeignDocument,
  type ForeignSettlement,
  type MonthRates,
} from '#shared/model/ledger/exchange-differences.ts';

/** Exchange differences (REP-48 to REP-52). All figures are worked out by hand. */

/** Rates of November: 5.0900 at the end of October, 5.0739 at 17 November, 5.0812 at the end of November. */
const NOVEMBER: MonthRates = {
  opening: currency => (currency === 'EUR' ? { rate: '5.09', date: '2026-10-30' } : undefined),
  at: (day, currency) => (currency === 'EUR' && day === '2026-11-17' ? { rate: '5.0739', date: '2026-11-16' } : undefined),
  closing: currency => (currency === 'EUR' ? { rate: '5.0812', date: '2026-11-27' } : undefined),
  closingDate: '2026-11-27',
};

const payment = (amount: string, date = '2026-11-17'): ForeignSettlement => ({ kind: 'payment', id: 'payment', date, amount });

const document = (changes: Partial<ForeignDocument> = {}): ForeignDocument => ({
  ...{ documentId: 'document', role: 'sale', number: 'FCT-1', partner: { id: 'berlin', name: 'Berlin GmbH' }, currency: 'EUR' },
  ...{ entered: null, open: '0.00', settlements: [] },
  ...changes,
});

const inNovember = (changes: Partial<ForeignDocument>, isEnded = true) =>
  exchangeDifferences([document(changes)], { rates: NOVEMBER, lastDay: '2026-11-30', isEnded });

const shown = (changes: Partial<ForeignDocument>): unknown[] =>
  inNovember(changes).rows.map(({ kind, amount, bookRate, rate, difference, account }) => [
    ...[kind, amount, bookRate, rate],
    ...[difference, account],
  ]);

const THIS_MONTH = { rate: '5.1077', date: '2026-11-02' };

describe('The exchange differences of a document', () => {
  it.each<[what: string, changes: Partial<ForeignDocument>, rows: unknown[]]>([
    [
      'entered before the month: its payment is compared with the end of the month before',
      // 2,000 × (5.0739 - 5.0900)
      { settlements: [payment('2000.00')] },
      [['payment', '2000.00', '5.09', '5.0739', '-32.20', '665']],
    ],
    [
      'entered in the month: its payment is compared with its own rate',
      // 100 × (5.0739 - 5.1077)
      { entered: THIS_MONTH, settlements: [payment('100.00')] },
      [['payment', '100.00', '5.1077', '5.0739', '-3.38', '665']],
    ],
    [
      'of a supplier: a lower rate is income',
      { role: 'purchase', settlements: [payment('2000.00')] },
      [['payment', '2000.00', '5.09', '5.0739', '32.20', '765']],
    ],
    [
      'that is open at the end is revalued',
      // 3,000 × (5.0812 - 5.0900)
      { open: '3000.00' },
      [['revaluation', '3000.00', '5.09', '5.0812', '-26.40', '665']],
    ],
    [
      'entered in the month is revalued from its own rate',
      // 3,000 × (5.0812 - 5.1077)
      { entered: THIS_MONTH, open: '3000.00' },
      [['revaluation', '3000.00', '5.1077', '5.0812', '-79.50', '665']],
    ],
    [
      'that is partly paid has both',
      { settlements: [payment('2000.00')], open: '3000.00' },
      [
        ['payment', '2000.00', '5.09', '5.0739', '-32.20', '665'],
        ['revaluation', '3000.00', '5.09', '5.0812', '-26.40', '665'],
      ],
    ],
    [
      'that is credited at the rate of the credit note',
      // 500 × (5.1077 - 5.0900)
      { settlements: [{ kind: 'credit', id: 'note', date: '2026-11-20', amount: '500.00', rate: '5.1077' }] },
      [['credit', '500.00', '5.09', '5.1077', '8.85', '765']],
    ],
    [
      'of which something is paid back',
      // -100 × (5.0739 - 5.0900)
      { settlements: [payment('-100.00')] },
      [['payment', '-100.00', '5.09', '5.0739', '1.61', '765']],
    ],
    [
      'on which something is owed back at the end',
      // -100 × (5.0812 - 5.0900)
      { open: '-100.00' },
      [['revaluation', '-100.00', '5.09', '5.0812', '0.88', '765']],
    ],
    [
      'are rounded half away from zero',
      // 2.5 × (5.0739 - 5.0759) = -0.005
      { entered: { rate: '5.0759', date: '2026-11-02' }, settlements: [payment('2.50')] },
      [['payment', '2.50', '5.0759', '5.0739', '-0.01', '665']],
    ],
    ['of 0 are no rows', { entered: { rate: '5.0739', date: '2026-11-02' }, settlements: [payment('500.00')] }, []],
  ])('%s', (_what, changes, rows) => {
    expect(shown(changes)).toEqual(rows);
    expect(inNovember(changes).leftOut).toEqual([]);
  });

  it('name the payment or the credit, and the publication of the rate', () => {
    const credit: ForeignSettlement = { kind: 'credit', id: 'note', date: '2026-11-20', amount: '5.00', rate: '5.1077' };
    expect(inNovember({ settlements: [payment('10.00'), credit], open: '1000.00' }).rows).toMatchObject([
      { documentId: 'document', number: 'FCT-1', date: '2026-11-17', paymentId: 'payment', rateDate: '2026-11-16' },
      { date: '2026-11-20', creditId: 'note', rateDate: null },
      { date: '2026-11-30', kind: 'revaluation', rateDate: '2026-11-27' },
    ]);
  });

  it('over its life add up to what the payments brought in lei, less its value when it was entered', () => {
    const october = exchangeDifferences([document({ entered: { rate: '5.1077', date: '2026-10-08' }, open: '5000.00' })], {
      rates: { ...NOVEMBER, closing: NOVEMBER.opening },
      ...{ lastDay: '2026-10-31', isEnded: true },
    }).rows;
    // 5,000 × (5.0900 - 5.1077)
    expect(october.map(({ difference }) => difference)).toEqual(['-88.50']);
    const november = inNovember({ settlements: [payment('2000.00')], open: '3000.00' }).rows;
    // 2,000 × 5.0739 + 3,000 × 5.0812 - 5,000 × 5.1077 = 10,147.80 + 15,243.60 - 25,538.50 = -147.10
    expect([...october, ...november].reduce((sum, { difference }) => sum + Number(difference), 0)).toBeCloseTo(-147.1, 2);
  });

  it('of the revaluation wait for the end of the month', () => {
    const { rows, leftOut } = inNovember({ open: '3000.00', settlements: [payment('2000.00')] }, false);
    expect([rows.map(({ kind }) => kind), leftOut]).toEqual([['payment'], []]);
  });
});

describe('What has no figure is left out, with the reason', () => {
  it.each<[what: string, changes: Partial<ForeignDocument>, leftOut: object[]]>([
    [
      'a currency without rates',
      { currency: 'USD', settlements: [payment('1.00')], open: '1.00' },
      [
        { kind: 'payment', paymentId: 'payment', reason: 'no_rate' },
        { kind: 'revaluation', reason: 'no_rate' },
      ],
    ],
    [
      'a payment of a day without a rate',
      { settlements: [payment('1.00', '2026-11-18')] },
      [{ kind: 'payment', paymentId: 'payment', reason: 'no_rate' }],
    ],
    [
      'a payment before the document, which is an advance',
      { entered: { rate: '5.1', date: '2026-11-18' }, settlements: [payment('1.00')] },
      [{ kind: 'payment', paymentId: 'payment', reason: 'settled_before_document' }],
    ],
    [
      'a payment whose document is of a later month, and which is not revalued',
      { entered: 'later', settlements: [payment('1.00')], open: '99.00' },
      [{ kind: 'payment', paymentId: 'payment', reason: 'settled_before_document' }],
    ],
  ])('%s', (_what, changes, leftOut) => {
    const found = inNovember(changes);
    expect(found.rows).toEqual([]);
    expect(found.leftOut).toMatchObject(leftOut);
    expect(found.leftOut).toHaveLength(leftOut.length);
  });
});

it('The sums are by account and kind', () => {
  const { rows } = exchangeDifferences(
    [
      document({ settlements: [payment('2000.00')], open: '3000.00' }),
      document({ documentId: 'other', role: 'purchase', settlements: [payment('100.00'), payment('50.00')], open: '10.00' }),
    ],
    { rates: NOVEMBER, lastDay: '2026-11-30', isEnded: true },
  );
  expect(differenceTotals(rows)).toEqual([
    { account: '665', kind: 'payment', total: '32.20' },
    { account: '665', kind: 'revaluation', total: '26.40' },
    // 100 × 0.0161 = 1.61; 50 × 0.0161 = 0.805, rounded to 0.81
    { account: '765', kind: 'payment', total: '2.42' },
    // 10 × 0.0088 = 0.088
    { account: '765', kind: 'revaluation', total: '0.09' },
  ]);
  expect(differenceTotals([])).toEqual([]);
});
