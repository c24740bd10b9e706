import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { fromCents } from '#shared/base/kernel/money.ts';
import type { PaymentEntry } from '#shared/model/fiscal/projection.ts';
import { accountRows, accountsOf, accountTotals, ofPartner } from '#shared/model/ledger/accounts.ts';
import { ageingOf } from '#shared/model/ledger/ageing.ts';
import { type LedgerDocument, ledgerOf, type LedgerSource } from '#shared/model/ledger/ledger.ts';
import type { OpeningBalance } from '#shared/model/ledger/opening.ts';

/** Accounts of partners, and what is open at a day (REP-40 to REP-47). */

const ALFA = { id: 'alfa', name: 'Alfa SRL', cif: 'RO14186770' };
const document = (more: Partial<LedgerDocument> & Pick<LedgerDocument, 'id' | 'owed'>): LedgerDocument => ({
  ...{ number: more.id, partner: ALFA, currency: 'RON', exchangeRate: null, issueDate: '2026-03-01', dueDate: '2026-03-31' },
  ...{ isCreditNote: false, paid: 0, settles: null },
  ...more,
});
const payment = (documentId: string, paymentDate: string, amount: string, more: Partial<PaymentEntry> = {}): PaymentEntry => ({
  ...{ documentId, paymentDate, amount, paymentId: `${documentId} ${paymentDate}`, period: paymentDate.slice(0, 7) },
  ...{ role: 'sale', number: documentId, currency: 'RON', exchangeRate: '1', recordedAt: '2026-03-01T08:00:00.000Z' },
  ...{ partner: { ...ALFA, country: 'RO' } },
  ...more,
});
const source = (more: Partial<LedgerSource> = {}): LedgerSource => ({
  ...{ from: '2026-03-01', documents: [], payments: [], openings: [] },
  ...more,
});

/** 1,210 of February, 210 of which was paid then; paid in March, one lei too much given back; 121 of March, half of it credited. */
const march = source({
  documents: [
    document({ id: 'A-1', owed: 121_000, paid: 121_000, issueDate: '2026-02-10', dueDate: '2026-02-20' }),
    document({ id: 'A-2', owed: 12_100, issueDate: '2026-03-05', dueDate: '2026-04-04' }),
    document({ id: 'N-1', owed: -6050, paid: -6050, settles: 'A-2', isCreditNote: true, issueDate: '2026-03-20', dueDate: null }),
    // Names no invoice: it settled itself.
    document({ id: 'N-2', owed: -1000, paid: -1000, isCreditNote: true, issueDate: '2026-03-21', dueDate: null }),
  ],
  payments: [
    payment('A-1', '2026-03-02', '1001.00'),
    payment('A-1', '2026-03-03', '-1.00', { type: 'refund' }),
    // Of a document that does not count any more.
    payment('A-9', '2026-03-03', '500.00'),
  ],
});

describe('the account of a client', () => {
  const ledger = ledgerOf(march, '2026-03-01');
  it('has what was open, each movement with its document, and what is open after it', () => {
    expect(ledger.openings).toMatchObject([{ id: 'A-1', cents: 100_000, dueDate: '2026-02-20' }]);
    expect(
      accountRows(ledger, 'sale', '2026-03-31').map(row => [
        row.date,
        row.kind,
        row.documentId,
        row.debit,
        row.credit,
        row.balance,
      ]),
    ).toEqual([
      ['2026-03-02', 'payment', 'A-1', 0, 100_100, -100],
      ['2026-03-03', 'refund', 'A-1', 100, 0, 0],
      ['2026-03-05', 'invoice', 'A-2', 12_100, 0, 12_100],
      ['2026-03-20', 'credit_note', 'N-1', 0, 6050, 6050],
      ['2026-03-21', 'credit_note', 'N-2', 0, 1000, 5050],
      ['2026-03-21', 'refund', 'N-2', 1000, 0, 6050],
    ]);
  });

  it('is one line of the summary, up to a day', () => {
    const key = { partnerKey: 'alfa', partner: ALFA, currency: 'RON' };
    expect(accountsOf(ledger, 'sale', '2026-03-31')).toEqual([
      { ...key, opening: 100_000, debit: 13_200, credit: 107_150, closing: 6050 },
    ]);
    expect(accountsOf(ledger, 'sale', '2026-03-04')).toEqual([
      { ...key, opening: 100_000, debit: 100, credit: 100_100, closing: 0 },
    ]);
  });

  it('has what credits alone exceed an invoice by, as books do, whenever it was issued', () => {
    const over = source({
      from: '2026-05-01',
      documents: [
        document({ id: 'A-1', owed: 11_900 }),
        document({ id: 'N-1', owed: -12_100, paid: -12_100, settles: 'A-1', isCreditNote: true, issueDate: '2026-03-20' }),
      ],
    });
    expect(accountsOf(ledgerOf(over, '2026-05-01'), 'sale', '2026-05-31')).toMatchObject([{ opening: -200, closing: -200 }]);
    expect(ageingOf(ledgerOf(over, '2026-05-01'), '2026-05-31').total).toMatchObject({
      balance: -200,
      buckets: { '61-90': -200 },
    });
  });

  it('of a supplier has the other sides', () => {
    expect(accountsOf(ledger, 'purchase', '2026-03-31')).toMatchObject([{ debit: 107_150, credit: 13_200, closing: 6050 }]);
  });
});

describe('partners', () => {
  const two = (...partners: LedgerDocument['partner'][]) =>
    accountsOf(
      ledgerOf(
        source({ documents: partners.map((partner, place) => document({ id: `A-${place}`, owed: 100, partner })) }),
        '2026-03-01',
      ),
      'sale',
      '2026-03-31',
    ).map(({ partnerKey, debit }) => [partnerKey, debit]);
  const bare = { id: null, name: 'Alfa', cif: '14186770' };
  it.each([
    ['a record and its tax number', [ALFA, bare], [['alfa', 200]]],
    ['a tax number with and without prefix', [bare, { ...bare, name: 'ALFA', cif: 'RO 14186770' }], [['cif:14186770', 200]]],
    [
      'names',
      [
        { ...bare, cif: null },
        { ...bare, cif: null, name: ' alfa ' },
      ],
      [['name:alfa', 200]],
    ],
    [
      'a tax number that two records have',
      [ALFA, { ...ALFA, id: 'beta', name: 'Beta' }, bare],
      [
        ['cif:14186770', 100],
        ['alfa', 100],
        ['beta', 100],
      ],
    ],
  ])('are one by %s', (_, partners, accounts) => {
    expect(two(...partners)).toEqual(accounts);
  });

  it('have their own part of the ledger', () => {
    const other = { id: 'beta', name: 'Beta', cif: null };
    const both = source({ documents: [document({ id: 'A-1', owed: 100 }), document({ id: 'B-1', owed: 200, partner: other })] });
    expect(ofPartner(ledgerOf(both, '2026-03-01'), 'beta').movements.map(({ documentId }) => documentId)).toEqual(['B-1']);
  });
});

describe('ageing', () => {
  it.each([
    [0, 'current'],
    [1, '0-30'],
    [30, '0-30'],
    [31, '31-60'],
    [60, '31-60'],
    [61, '61-90'],
    [90, '61-90'],
    [91, '90+'],
  ])('%i days after the due date is %s', (days, bucket) => {
    const day = addDays('2026-03-31', days);
    const open = source({ from: addDays(day, 1), documents: [document({ id: 'A-1', owed: 12_100 })] });
    const { total } = ageingOf(ledgerOf(open, open.from), day);
    expect(Object.entries(total.buckets).filter(([, cents]) => cents !== 0)).toEqual([[bucket, 12_100]]);
    expect(total.overdue).toBe(days === 0 ? 0 : 12_100);
  });

  it('converts each document with its own rate, and keeps the sums of its currency', () => {
    const euros = (id: string, owed: number, exchangeRate: string) => document({ id, owed, exchangeRate, currency: 'EUR' });
    const open = source({
      from: '2026-04-11',
      documents: [euros('E-1', 10_000, '5.0907'), euros('E-2', 333, '4.9771'), document({ id: 'A-1', owed: 100, dueDate: null })],
    });
    const { total, partners, currencies } = ageingOf(ledgerOf(open, open.from), '2026-04-10');
    // 100 × 5.0907 = 509.07; 3.33 × 4.9771 = 16.573743.
    expect([total.balance, total.overdue, partners[0]?.balance]).toEqual([50_907 + 1657 + 100, 50_907 + 1657, 52_664]);
    expect(currencies.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['EUR', 10_333],
      ['RON', 100],
    ]);
  });

  it('of a day in the past takes back what has moved since', () => {
    const { openings } = ledgerOf(march, '2026-03-03');
    expect(openings).toMatchObject([{ id: 'A-1', cents: -100 }]);
  });
});

describe('opening balances', () => {
  const balance: OpeningBalance = {
    ...{ role: 'sale', partner: ALFA, currency: 'RON', exchangeRate: null, date: '2025-12-31', amount: '300.00', updatedAt: '' },
    documents: [
      { number: 'V-2', date: '2025-12-01', dueDate: '2025-12-31', amount: '200.00' },
      { number: 'V-1', date: '2025-11-01', dueDate: '2025-11-30', amount: '100.00' },
    ],
    settlements: [
      { date: '2026-02-10', amount: '50.00', note: null },
      { date: '2026-01-10', amount: '120.00', note: null },
    ],
  };
  const at = (day: string, own = balance) =>
    ledgerOf(source({ from: '2025-01-01', openings: [own] }), day).openings.map(({ number, cents, dueDate }) => [
      number,
      cents,
      dueDate,
    ]);

  it('age by the due dates of their documents, which are settled in that order', () => {
    expect(at('2025-12-31')).toEqual([]);
    expect(at('2026-01-01')).toEqual([
      ['V-2', 20_000, '2025-12-31'],
      ['V-1', 10_000, '2025-11-30'],
    ]);
    expect(at('2026-01-11')).toEqual([['V-2', 18_000, '2025-12-31']]);
    expect(at('2026-03-01')).toEqual([['V-2', 13_000, '2025-12-31']]);
  });

  it('without documents are one, and can be in favour of the partner', () => {
    const advance = { ...balance, documents: [], amount: '-300.00' };
    expect(at('2026-03-01', advance)).toEqual([['opening balance', -13_000, null]]);
  });
});

describe('for any documents, payments and credits', () => {
  const DAY = 120;
  const day = fc.integer({ min: 0, max: DAY - 1 }).map(days => addDays('2026-01-01', days));
  const invoice = fc.record({
    issueDate: day,
    owed: fc.integer({ min: 1, max: 100_000 }),
    payments: fc.array(fc.record({ date: day, cents: fc.integer({ min: -20_000, max: 50_000 }) }), { maxLength: 4 }),
    credits: fc.array(fc.record({ date: day, cents: fc.integer({ min: 1, max: 50_000 }) }), { maxLength: 2 }),
  });

  it('what was open before a day and what moved since add up to what is open, whatever the day', () => {
    fc.assert(
      fc.property(fc.array(invoice, { maxLength: 6 }), day, (invoices, from) => {
        const documents = invoices.flatMap(({ issueDate, owed, payments, credits }, place) => [
          document({ id: `A-${place}`, owed, issueDate, paid: payments.reduce((sum, one) => sum + one.cents, 0) }),
          ...credits.map(({ date, cents }, nth) =>
            document({
              id: `N-${place}-${nth}`,
              owed: -cents,
              paid: -cents,
              settles: `A-${place}`,
              issueDate: date,
              isCreditNote: true,
            }),
          ),
        ]);
        const payments = invoices.flatMap(({ payments: made }, place) =>
          made
            .filter(({ date }) => date >= from)
            .map(({ date, cents }, nth) => payment(`A-${place}`, date, fromCents(cents), { paymentId: `${place} ${nth}` })),
        );
        const ledger = ledgerOf(source({ from, documents, payments }), from);
        // Independently: every change with its day.
        const changes = invoices.flatMap(({ issueDate, owed, payments: made, credits }, place) => [
          { place, date: issueDate, cents: owed },
          ...[...made, ...credits].map(({ date, cents }) => ({ place, date, cents: -cents })),
        ]);
        const before = (place: number) =>
          changes.filter(one => one.place === place && one.date < from).reduce((sum, { cents }) => sum + cents, 0);
        const opened = invoices
          .map((_, place) => ({ id: `A-${place}`, cents: before(place) }))
          .filter(({ cents }) => cents !== 0);
        expect(new Map(ledger.openings.map(({ id, cents }) => [id, cents]))).toEqual(
          new Map(opened.map(({ id, cents }) => [id, cents])),
        );
        const [total] = accountTotals(accountsOf(ledger, 'sale', '2026-12-31'));
        expect(total?.closing ?? 0).toBe(changes.reduce((sum, { cents }) => sum + cents, 0));
      }),
    );
  });
});
