import { describe, expect, it } from 'vitest';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import type { CreditSource } from '#shared/model/ledger/credit-movements.ts';
import { accountsOf } from '#shared/model/ledger/accounts.ts';
import { ageingOf } from '#shared/model/ledger/ageing.ts';
import { exchangeDifferences } from '#shared/model/ledger/exchange-differences.ts';
import { foreignDocuments } from '#shared/model/ledger/foreign-documents.ts';
import { ledgerOf, type LedgerSource } from '#shared/model/ledger/ledger.ts';
import { statementOf } from '#shared/model/ledger/statement.ts';

/** The credit of clients in ledgers, open balances, statements and exchange differences (SET-53, SET-54). */

const partner = { id: 'alfa', name: 'Alfa SRL', cif: 'RO14186770' };
const allocation = (id: string, paymentDate: string, more: Partial<Allocation>): Allocation => ({
  ...{ id, partner, paymentDate, amount: '0.00', currency: 'EUR', credit: '0.00', exchangeRate: null, taken: [], documents: [] },
  ...{ paymentMethod: 'bank_transfer', reference: null, notes: null, createdBy: null, createdAt: `${paymentDate}T08:00:00.000Z` },
  ...more,
});

/** 100 euros of October at 5.00, of which 40 paid an invoice on 5 November, and 25 went back on 20 November. */
const lot = { allocationId: 'x', date: '2026-10-10', currency: 'EUR', exchangeRate: '5.0000' };
const credit: CreditSource = {
  credits: [{ partner, version: 'v', lots: [{ ...lot, amount: '100.00', left: '35.00' }] }],
  allocations: [
    allocation('y', '2026-11-05', { taken: [{ ...lot, amount: '40.00', of: '100.00' }] }),
    allocation('z', '2026-11-20', { amount: '-25.00', taken: [{ ...lot, amount: '25.00', of: '100.00' }] }),
  ],
};
const november: LedgerSource = { from: '2026-11-01', documents: [], payments: [], openings: [], credit };
/** As it is read from the day on which the advance came. */
const october: LedgerSource = {
  ...november,
  from: '2026-10-01',
  credit: {
    ...credit,
    allocations: [
      allocation('x', '2026-10-10', { amount: '100.00', credit: '100.00', exchangeRate: '5.0000' }),
      ...credit.allocations,
    ],
  },
};

describe('credit', () => {
  it('is what was open before a day, and each movement since', () => {
    const [account] = accountsOf(ledgerOf(november, '2026-11-01'), 'sale', '2026-11-30');
    expect(account).toMatchObject({ opening: -10_000, debit: 6500, credit: 0, closing: -3500 });
    const [whole] = accountsOf(ledgerOf(october, '2026-10-01'), 'sale', '2026-11-10');
    expect(whole).toMatchObject({ opening: 0, debit: 4000, credit: 10_000, closing: -6000 });
    // Nothing was open before.
    expect(ledgerOf(october, '2026-10-01').openings).toEqual([]);
  });

  it('is in lei at the rate of its day, and never overdue', () => {
    const { total, currencies } = ageingOf(ledgerOf(november, '2026-11-01'), '2026-10-31');
    expect(total).toMatchObject({ balance: -50_000, overdue: 0 });
    expect(currencies).toMatchObject([{ currency: 'EUR', balance: -10_000 }]);
  });

  it('is a line of the statement without a document', () => {
    const { documents, balances } = statementOf({ ...november, from: '2026-11-06' }, { day: '2026-11-05', partner });
    expect(documents).toEqual([
      {
        ...{ documentId: null, number: 'advance', issueDate: '2026-10-10', dueDate: null, currency: 'EUR' },
        ...{ total: '-100.00', settled: '-40.00', open: '-60.00' },
      },
    ]);
    expect(balances).toEqual([{ currency: 'EUR', open: '-60.00', overdue: '0.00' }]);
  });

  it('has a difference where it is used, and is not revalued', () => {
    const rates = {
      opening: () => ({ rate: '5.0500', date: '2026-10-30' }),
      at: (day: string) => ({ rate: day < '2026-11-10' ? '5.1000' : '4.9000', date: '2026-11-04' }),
      closing: () => ({ rate: '5.2000', date: '2026-11-27' }),
      closingDate: '2026-11-27',
    };
    const differences = (source: LedgerSource, from: string, to: string) =>
      exchangeDifferences(foreignDocuments(source, { role: 'sale', from, to }), { rates, lastDay: to, isEnded: true });
    const { rows, leftOut } = differences(november, '2026-11-01', '2026-11-30');
    // 40 × (5.00 − 5.10) and 25 × (5.00 − 4.90).
    expect(rows.map(({ kind, paymentId, amount, difference }) => [kind, paymentId, amount, difference])).toEqual([
      ['payment', 'y', '-40.00', '-4.00'],
      ['payment', 'z', '-25.00', '2.50'],
    ]);
    expect(leftOut).toEqual([]);
    expect(differences(october, '2026-10-01', '2026-10-31').rows).toEqual([]);
  });
});
