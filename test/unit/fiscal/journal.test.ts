import { describe, expect, it } from 'vitest';
import { journalCsv } from '#shared/documents/reports/csv.ts';
import { notDueAtFirst } from '#shared/model/fiscal/collection.ts';
import { journalRows, journalTotals } from '#shared/model/fiscal/journal.ts';
import { paymentEntryOf, projectionOf } from '#shared/model/fiscal/projection.ts';
import { shareOf } from '#shared/model/fiscal/vat-parts.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import {
  sampleBuyer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  samplePayment,
  sampleSeller,
} from '../../support/documents.ts';

const line = (unitPrice: string, vatRate = '21') => sampleLine({ unitPrice, vatRate });

const plainSale = sampleDocument({ number: 'A-2', lines: [line('1000'), line('100', '11')] });
const euros = sampleDocument({ number: 'A-1', currency: 'EUR', exchangeRate: '5.0907', lines: [line('1000')] });
const credit = sampleCreditNote({ number: 'N-1', lines: [line('200')] });
const onCollection = sampleDocument({ number: 'A-3', tvaLaIncasare: true, issueDate: '2026-03-10', lines: [line('1000')] });
const collected = shareOf(notDueAtFirst(onCollection) ?? [], decimal(605), decimal(1210));
const payment = paymentEntryOf(onCollection, samplePayment({ id: 'p', amount: '605.00', paymentDate: '2026-03-20', collected }));
const other = paymentEntryOf(plainSale, samplePayment({ id: 'q', amount: '100.00', paymentDate: '2026-03-20' }));
const rows = journalRows([payment, other, ...[plainSale, euros, credit, onCollection].map(projectionOf)]);

describe('a journal of sales', () => {
  it('has documents, and payments that make VAT due, by date and number', () => {
    expect(rows.map(({ date, number, paymentId }) => [date, number, paymentId ?? null])).toEqual([
      ['2026-03-02', 'A-1', null],
      ['2026-03-02', 'A-2', null],
      ['2026-03-02', 'N-1', null],
      ['2026-03-10', 'A-3', null],
      ['2026-03-20', 'A-3', 'p'],
    ]);
  });

  it('sums by operation and rate what was charged, and what is due', () => {
    const sums = journalTotals(rows).map(({ operation, rate, documents, baseLei, vatLei, baseDueLei, vatDueLei }) => [
      ...[operation, rate, documents, baseLei, vatLei, baseDueLei, vatDueLei],
    ]);
    expect(sums).toEqual([
      // 1,000 + 5,090.70 − 200 + 1,000; due without the half that is not paid.
      ['domestic', '21', 4, '6890.70', '1447.05', '6390.70', '1342.05'],
      ['domestic', '11', 1, '100.00', '11.00', '100.00', '11.00'],
    ]);
  });

  it('without documents is empty', () => {
    expect([journalRows([]), journalTotals([])]).toEqual([[], []]);
    expect(journalCsv([], 'point').split('\r\n')).toHaveLength(2);
  });
});

it('a journal of purchases has the deductible share, and what the company owes itself', () => {
  const purchase = sampleDocument({
    ...{ direction: 'incoming', status: 'synced', seller: sampleSeller({ id: 'supplier' }) },
    received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred: false } },
    booking: { expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '50', receivedDate: '2026-03-05' },
    lines: [line('1000'), sampleLine({ unitPrice: '4000', vatCategoryCode: 'AE', vatRate: '0' })],
  });
  const sums = journalTotals(journalRows([projectionOf(purchase)]));
  expect(
    sums.map(({ operation, vatDueLei, selfAssessedLei, deductibleLei }) => [
      operation,
      vatDueLei,
      selfAssessedLei,
      deductibleLei,
    ]),
  ).toEqual([
    ['domestic', '210.00', '0.00', '105.00'],
    ['reverse_charge', '0.00', '840.00', '420.00'],
  ]);
});

describe('as CSV', () => {
  const named = journalRows([projectionOf(sampleDocument({ client: sampleBuyer({ name: '=1+1' }), lines: [line('1234.5')] }))]);
  const cells = (decimals: 'point' | 'comma', separator: string) =>
    journalCsv(named, decimals).split('\r\n')[1]?.split(separator);

  it('has a line for each group, and no formula', () => {
    expect(journalCsv(rows, 'point').startsWith('\ufeff"Date","Number"')).toBe(true);
    expect(journalCsv(rows, 'point').trim().split('\r\n')).toHaveLength(7);
    expect(cells('point', ',')).toEqual(expect.arrayContaining(['"1234.50"', '"259.25"', `"'=1+1"`]));
  });

  it('says which closed month a row corrects', () => {
    const late = journalRows([projectionOf(sampleDocument({ countedIn: '2031-05', lines: [line('10')] }))]);
    const [titles = [], row = []] = journalCsv(late, 'point')
      .slice(1)
      .split('\r\n')
      .map(one => one.split(','));
    expect(titles.slice(titles.indexOf('"Settles"'))).toEqual(['"Settles"', '"Corrects"', '"Source"']);
    expect(row[titles.indexOf('"Corrects"')]).toBe(`"${late[0]!.date.slice(0, 7)}"`);
  });

  it('has decimal commas between semicolons on request', () => {
    expect(cells('comma', ';')).toEqual(expect.arrayContaining(['"1234,50"', '"259,25"']));
  });
});
