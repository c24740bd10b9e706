import { describe, expect, it } from 'vitest';
import type { PaymentEntry } from '#shared/model/fiscal/projection.ts';
import { exchangeDifferences } from '#shared/model/ledger/exchange-differences.ts';
import { bookedRates, foreignDocuments } from '#shared/model/ledger/foreign-documents.ts';
import type { LedgerDocument, LedgerSource } from '#shared/model/ledger/ledger.ts';
import { monthRates } from '#shared/model/ledger/month-rates.ts';

/** What exchange differences are made of (REP-48 to REP-50). */

const BERLIN = { id: 'berlin', name: 'Berlin GmbH', cif: 'DE1' };
const document = (changes: Partial<LedgerDocument> = {}): LedgerDocument => ({
  ...{ id: 'a', number: 'FCT-1', partner: BERLIN, currency: 'EUR', exchangeRate: '5.1077' },
  ...{ issueDate: '2026-11-05', dueDate: null, isCreditNote: false, owed: 500_000, paid: 0, settles: null },
  ...changes,
});
const payment = (paymentDate: string, amount: string): PaymentEntry => ({
  ...{ documentId: 'a', paymentDate, amount, role: 'sale', number: 'FCT-1', partner: { ...BERLIN, country: 'DE' } },
  ...{ currency: 'EUR', paymentId: paymentDate, period: '', exchangeRate: '5.1077', recordedAt: '' },
});
const NOTE = document({ id: 'n', number: 'NC-1', isCreditNote: true, owed: -50_000, settles: 'a', issueDate: '2026-11-20' });

const inNovember = (documents: LedgerDocument[], payments: PaymentEntry[] = [], openings: LedgerSource['openings'] = []) =>
  foreignDocuments(
    { from: '2026-11-01', documents, payments: payments.filter(one => one.paymentDate >= '2026-11-01'), openings },
    { role: 'sale', from: '2026-11-01', to: '2026-11-30' },
  );

describe('The foreign documents of a month', () => {
  const entered = { rate: '5.1077', date: '2026-11-05' };
  it.each<[what: string, given: Parameters<typeof inNovember>, shown: object[]]>([
    ['have none in lei', [[document({ currency: 'RON', exchangeRate: null })]], []],
    ['entered in it have their own rate', [[document()]], [{ documentId: 'a', entered, open: '5000.00', settlements: [] }]],
    ['entered before have none', [[document({ issueDate: '2026-10-08' })]], [{ entered: null, open: '5000.00' }]],
    ['of later months are marked so', [[document({ issueDate: '2026-12-01' })]], [{ entered: 'later', open: '0.00' }]],
    [
      'have the payments of the month; later ones leave them open',
      [
        [document({ paid: 450_000, issueDate: '2026-10-08' })],
        [payment('2026-10-30', '500.00'), payment('2026-11-17', '1000.00'), payment('2026-12-02', '3000.00')],
      ],
      [
        {
          open: '3500.00',
          settlements: [{ kind: 'payment', id: '2026-11-17', date: '2026-11-17', amount: '1000.00' }],
        },
      ],
    ],
    [
      'have credits at the rate of their document',
      [[document({ issueDate: '2026-10-08' }), NOTE]],
      [{ open: '4500.00', settlements: [{ kind: 'credit', id: 'n', date: '2026-11-20', amount: '500.00', rate: '5.1077' }] }],
    ],
    ['have none that settled itself', [[document({ id: 'n', isCreditNote: true, owed: -50_000, paid: -50_000 })]], []],
    [
      'have opening balances',
      [
        [],
        [],
        [
          {
            ...{ role: 'sale', partner: BERLIN, currency: 'EUR', exchangeRate: '5.0985', date: '2025-12-31', amount: '100.00' },
            ...{ documents: [], settlements: [{ date: '2026-11-17', amount: '40.00', note: null }], updatedAt: '' },
          },
        ],
      ],
      [{ documentId: null, entered: null, open: '60.00', settlements: [{ kind: 'payment', id: null, amount: '40.00' }] }],
    ],
  ])('%s', (_what, given, shown) => {
    const found = inNovember(...given);
    expect(found).toMatchObject(shown);
    expect(found).toHaveLength(shown.length);
  });
});

describe('The rate at which a document was entered', () => {
  const group = (base: string, vat: string, baseLei: string, vatLei: string) => ({
    ...{ base, vat, baseLei, vatLei, category: 'S' as const, rate: '21', operation: 'domestic' as const },
  });
  const rates = (exchangeRate: string, ...groups: ReturnType<typeof group>[]) =>
    bookedRates([{ documentId: 'a', exchangeRate, groups }]).get('a');

  it('of a final invoice that takes off an advance follows from its lei', () => {
    // 5,000 × 5.0739 - 2,000 × 5.0908 = 15,187.90, and 21 % of it: 18,377.36 lei (3,189.46 of VAT) for 3,630 EUR.
    const rate = rates('5.0739', group('3000.00', '630.00', '15187.90', '3189.46'));
    expect(rate).toBe('5.06263361');
    const invoice = document({ exchangeRate: '5.0739', owed: 363_000, paid: 363_000 });
    const [found] = foreignDocuments(
      { from: '2026-11-01', documents: [invoice], payments: [payment('2026-11-17', '3630.00')], openings: [] },
      { role: 'sale', from: '2026-11-01', to: '2026-11-30', booked: new Map([['a', rate!]]) },
    );
    const { rows } = exchangeDifferences([found!], {
      rates: monthRates('2026-11', [{ date: '2026-11-16', rates: { EUR: '5.0800' } }]),
      ...{ lastDay: '2026-11-30', isEnded: false },
    });
    // 3,630 × 5.0800 - 18,377.36
    expect(rows.map(({ difference }) => difference)).toEqual(['63.04']);
  });

  it('is its own where only rounding differs', () => {
    // 33.33 × 5.0739 = 169.1131, and 7.00 × 5.0739 = 35.5173
    expect(rates('5.0739', group('33.33', '7.00', '169.11', '35.52'))).toBeUndefined();
    expect(rates('5.0739', group('0.00', '0.00', '0.00', '0.00'))).toBeUndefined();
  });
});

describe('The rates of a month', () => {
  const set = (date: string, rate: string) => ({ date, rates: { EUR: rate } });
  const SETS = [set('2026-10-30', '5.0900'), set('2026-11-16', '5.0739'), set('2026-11-27', '5.0812')];

  it.each<[what: string, month: string, sets: typeof SETS, opening: string | undefined, closing: string | undefined]>([
    // 30 November 2026 is a public holiday, and the 28th a Saturday.
    ['are those of the last banking days', '2026-11', SETS, '5.0900', '5.0812'],
    ['at the end are missing while the last set is not stored', '2026-11', SETS.slice(0, 2), '5.0900', undefined],
    [
      'at the end are the last ones where a later set is stored',
      '2026-11',
      [...SETS.slice(0, 2), set('2026-12-02', '5.1')],
      '5.0900',
      '5.0739',
    ],
    ['of the month before are missing without any', '2026-11', SETS.slice(1), undefined, '5.0812'],
  ])('%s', (_what, month, sets, opening, closing) => {
    const rates = monthRates(month, sets);
    expect([rates.opening('EUR')?.rate, rates.closing('EUR')?.rate]).toEqual([opening, closing]);
    expect(rates.closing('USD')).toBeUndefined();
  });

  it('at a day is that of the last publication before it', () => {
    const { at } = monthRates('2026-11', SETS);
    expect(at('2026-11-17', 'EUR')).toEqual({ rate: '5.0739', date: '2026-11-16' });
    expect(at('2026-11-16', 'EUR')).toEqual({ rate: '5.0900', date: '2026-10-30' });
    expect(at('2026-10-30', 'EUR')).toBeUndefined();
  });

  it('value an invoice, its payment and its credit note', () => {
    const { rows } = exchangeDifferences(
      inNovember([document({ issueDate: '2026-10-08', paid: 100_000 }), NOTE], [payment('2026-11-17', '1000.00')]),
      { rates: monthRates('2026-11', SETS), lastDay: '2026-11-30', isEnded: true },
    );
    // 1,000 × (5.0739 - 5.0900); 500 × (5.1077 - 5.0900); 3,500 × (5.0812 - 5.0900)
    expect(rows.map(({ kind, difference }) => [kind, difference])).toEqual([
      ['payment', '-16.10'],
      ['credit', '8.85'],
      ['revaluation', '-30.80'],
    ]);
  });
});
