import { describe, expect, it } from 'vitest';
import { columnsOf } from '#shared/documents/lists/columns.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { ledgerDocuments } from '#shared/documents/reports/ledger/documents.ts';
import { type InvoiceRow, rowOf } from '#shared/model/invoice-row.ts';
import { ageingOf } from '#shared/model/ledger/ageing.ts';
import { ledgerOf } from '#shared/model/ledger/ledger.ts';
import { sampleDocument, sampleSeller } from '../../support/documents.ts';

/** The documents of the list that ledgers and open balances have (REP-40 to REP-45). */

const row = (id: string, more: Partial<InvoiceRow> = {}): InvoiceRow => ({
  ...rowOf(sampleDocument({ status: 'issued', number: id, issueDate: '2026-03-02', dueDate: '2026-03-20' })),
  ...{ id, total: '121.00', balance: '121.00', amountPaid: '0.00', updatedAt: '2026-03-02T08:00:00.000Z' },
  ...more,
});
const paid = { amountPaid: '121.00', balance: '0.00' };

/** What a ledger from May 2026 on has, of the snapshot and of changes after it. */
const found = (rows: InvoiceRow[], role: 'sale' | 'purchase' = 'sale') =>
  [
    { columns: columnsOf(rows, INVOICE_LIST.amounts), changes: [] },
    { columns: columnsOf([], INVOICE_LIST.amounts), changes: rows.map(one => ({ id: one.id, row: one })) },
  ].map(list => ledgerDocuments(list, { role, from: '2026-05-01', since: '2026-05-20T08:00:00.000Z', paid: new Set() }));

describe('the documents of a ledger', () => {
  it.each<[string, Partial<InvoiceRow>, boolean]>([
    ['an open invoice', {}, true],
    ['a settled one', paid, false],
    ['a settled one that changed a moment ago', { ...paid, updatedAt: '2026-05-20T08:00:00.001Z' }, true],
    ['a paid one on which something is owed back', { ...paid, refundDue: '60.50' }, true],
    ['a draft', { status: 'draft' }, false],
    ['a cancelled one', { status: 'cancelled' }, false],
    ['one that was delivered a second time', { duplicate: true }, false],
  ])('%s: %o is among them: %s', (_, more, isFound) => {
    for (const documents of found([row('A-1', more)])) expect(documents.map(({ id }) => id)).toEqual(isFound ? ['A-1'] : []);
  });

  it('age what is owed back on a paid invoice by the due date of the invoice', () => {
    const credit = row('N-1', {
      ...{ isCreditNote: true, settles: 'A-1', total: '-60.50', amountPaid: '-60.50', balance: '0.00' },
      ...{ issueDate: '2026-04-10', dueDate: '2026-04-30' },
    });
    for (const documents of found([row('A-1', { ...paid, refundDue: '60.50' }), credit])) {
      const source = { from: '2026-05-01', documents, payments: [], openings: [] };
      // 41 days after 2026-03-20
      const { total } = ageingOf(ledgerOf(source, '2026-05-01'), '2026-04-30');
      expect(total).toMatchObject({ balance: -6050, overdue: -6050, buckets: { '31-60': -6050, '0-30': 0, current: 0 } });
    }
  });

  it('have no rate where none is known, so that they are not in sums in lei', () => {
    const rows = [
      row('E-1', { currency: 'EUR', exchangeRate: '5' }),
      row('L-1', { currency: 'LAK', exchangeRate: '1' }),
      row('A-1'),
    ];
    for (const documents of found(rows)) {
      expect(documents.map(({ exchangeRate }) => exchangeRate).toSorted()).toEqual(['5', null, null]);
      const { total, currencies } = ageingOf(
        ledgerOf({ from: '2026-05-01', documents, payments: [], openings: [] }, '2026-05-01'),
        '2026-04-30',
      );
      expect([total.balance, currencies.map(({ currency, balance }) => [currency, balance])]).toEqual([
        // 121 × 5 + 121
        72_600,
        [
          ['EUR', 12_100],
          ['LAK', 12_100],
          ['RON', 12_100],
        ],
      ]);
    }
  });

  it('know from the row of a document that it was delivered a second time', () => {
    const received = { messageId: '2', archivePath: 'b.zip', duplicateOf: 'first', vat: { isPayer: true, isDeferred: false } };
    const delivered = { direction: 'incoming', status: 'synced', seller: sampleSeller({ id: 'supplier' }) } as const;
    const rows = [{ ...received, duplicateOf: null }, received].map(one =>
      rowOf(sampleDocument({ ...delivered, received: one })),
    );
    for (const documents of found(rows, 'purchase')) expect(documents).toHaveLength(1);
  });
});
