import { describe, expect, it } from 'vitest';
import type { PaymentEntry } from '#shared/model/fiscal/projection.ts';
import type { LedgerDocument, LedgerSource } from '#shared/model/ledger/ledger.ts';
import { statementOf } from '#shared/model/ledger/statement.ts';

/** The statement of account of a partner at a day (REP-53, REP-54). All figures are worked out by hand. */

const ALFA = { id: 'alfa', name: 'Alfa SRL', cif: 'RO123' };

/** An invoice of 121.00 lei of 1 October, due on 31 October. */
const document = (changes: Partial<LedgerDocument> = {}): LedgerDocument => ({
  ...{ id: 'a', number: 'FCT-1', partner: ALFA, currency: 'RON', exchangeRate: null },
  ...{ issueDate: '2026-10-01', dueDate: '2026-10-31', isCreditNote: false, owed: 12_100, paid: 0, settles: null },
  ...changes,
});

const payment = (documentId: string, paymentDate: string, amount: string): PaymentEntry => ({
  ...{ documentId, paymentDate, amount, role: 'sale', number: '', partner: { ...ALFA, country: 'RO' }, currency: 'RON' },
  ...{ paymentId: `${documentId} ${paymentDate}`, period: paymentDate.slice(0, 7), exchangeRate: '1', recordedAt: '' },
});

interface Given {
  documents: LedgerDocument[];
  payments?: PaymentEntry[];
  openings?: LedgerSource['openings'];
}

const at = (day: string, { documents, payments = [], openings = [] }: Given) =>
  statementOf(
    // As they are read: the payments of the next day and later.
    { from: '', documents, payments: payments.filter(one => one.paymentDate > day), openings },
    { day, partner: ALFA },
  );
const amounts = (day: string, given: Given): unknown[] =>
  at(day, given).documents.map(({ number, total, settled, open }) => [number, total, settled, open]);

describe('The statement of a partner', () => {
  it.each<[what: string, documents: LedgerDocument[], shown: unknown[]]>([
    ['has what is open', [document()], [['FCT-1', '121.00', '0.00', '121.00']]],
    ['has the rest of what is partly paid', [document({ paid: 10_000 })], [['FCT-1', '121.00', '100.00', '21.00']]],
    ['has not what is settled', [document({ paid: 12_100 })], []],
    ['has no documents of later days', [document({ issueDate: '2026-11-01' })], []],
    ['has no documents of others', [document({ partner: { id: 'beta', name: 'Beta', cif: 'RO124' } })], []],
    [
      'has documents that are older than its record, by the tax number',
      [document({ partner: { id: null, name: 'Alfa', cif: '123' } })],
      [['FCT-1', '121.00', '0.00', '121.00']],
    ],
    [
      'has the rest of what was credited',
      [
        document(),
        document({ id: 'b', number: 'NC-1', isCreditNote: true, owed: -2_100, issueDate: '2026-10-20', settles: 'a' }),
      ],
      [['FCT-1', '121.00', '21.00', '100.00']],
    ],
    [
      'has what is owed back as a negative amount',
      [
        document({ paid: 12_100 }),
        document({ id: 'b', number: 'NC-1', isCreditNote: true, owed: -2_100, issueDate: '2026-10-20', settles: 'a' }),
      ],
      [['FCT-1', '121.00', '142.00', '-21.00']],
    ],
    [
      'of the day before a credit note has the whole invoice',
      [document(), document({ id: 'b', isCreditNote: true, owed: -12_100, issueDate: '2026-11-01', settles: 'a' })],
      [['FCT-1', '121.00', '0.00', '121.00']],
    ],
    ['has no document that settled itself', [document({ isCreditNote: true, owed: -100, paid: -100 })], []],
  ])('%s', (_what, documents, shown) => {
    expect(amounts('2026-10-31', { documents })).toEqual(shown);
  });

  it('is that of its day: what was settled later was open', () => {
    const given = {
      documents: [document({ paid: 12_100 })],
      payments: [
        payment('a', '2026-10-20', '21.00'),
        payment('a', '2026-11-05', '60.00'),
        payment('a', '2026-11-09', '50.00'),
        payment('a', '2026-11-10', '-10.00'),
      ],
    };
    expect(amounts('2026-10-19', given)).toEqual([['FCT-1', '121.00', '0.00', '121.00']]);
    expect(amounts('2026-10-20', given)).toEqual([['FCT-1', '121.00', '21.00', '100.00']]);
    expect(amounts('2026-11-05', given)).toEqual([['FCT-1', '121.00', '81.00', '40.00']]);
    // 10 were paid back on the next day.
    expect(amounts('2026-11-09', given)).toEqual([['FCT-1', '121.00', '131.00', '-10.00']]);
    expect(amounts('2026-11-10', given)).toEqual([]);
  });

  it('has balances by currency, lei first, with what is overdue of them', () => {
    const { documents, balances } = at('2026-10-31', {
      documents: [
        document({ id: 'd', number: 'FCT-4', currency: 'USD', dueDate: null, owed: 1_000 }),
        document({ id: 'c', number: 'FCT-3', currency: 'EUR', dueDate: '2026-10-30', owed: 5_010 }),
        document({ id: 'b', number: 'FCT-2', issueDate: '2026-09-30', dueDate: '2026-10-15' }),
        document(),
      ],
    });
    expect(documents.map(({ number }) => number)).toEqual(['FCT-2', 'FCT-1', 'FCT-3', 'FCT-4']);
    expect(balances).toEqual([
      { currency: 'RON', open: '242.00', overdue: '121.00' },
      { currency: 'EUR', open: '50.10', overdue: '50.10' },
      { currency: 'USD', open: '10.00', overdue: '0.00' },
    ]);
  });

  it('has what is left of an opening balance', () => {
    const openings: LedgerSource['openings'] = [
      {
        ...{
          role: 'sale',
          partner: ALFA,
          currency: 'RON',
          exchangeRate: null,
          date: '2025-12-31',
          amount: '500.00',
          updatedAt: '',
        },
        documents: [{ number: 'OLD-7', date: '2025-12-01', dueDate: '2025-12-31', amount: '500.00' }],
        settlements: [
          { date: '2026-02-01', amount: '120.00', note: null },
          { date: '2026-11-02', amount: '80.00', note: null },
        ],
      },
    ];
    expect(at('2026-10-31', { documents: [], openings }).documents).toEqual([
      {
        ...{ documentId: null, number: 'OLD-7', issueDate: '2025-12-01', dueDate: '2025-12-31', currency: 'RON' },
        ...{ total: '500.00', settled: '120.00', open: '380.00' },
      },
    ]);
  });

  it('without open documents is empty', () => {
    expect(at('2026-10-31', { documents: [] })).toEqual({ documents: [], balances: [] });
  });
});
