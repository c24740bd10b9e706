import { describe, expect, it } from 'vitest';
import { decimal } from '#shared/base/kernel/money.ts';
import { collectedOf, notDueAtFirst, notDueTakenBack } from '#shared/model/fiscal/collection.ts';
import { type JournalRow, journalRows } from '#shared/model/fiscal/journal.ts';
import { OPERATIONS } from '#shared/model/fiscal/operations.ts';
import { paymentEntryOf, projectionOf } from '#shared/model/fiscal/projection.ts';
import { D300_FORMS } from '#shared/model/fiscal/returns/d300-forms.ts';
import { dated } from '#shared/model/fiscal/returns/forms.ts';
import { placedIn } from '#shared/model/fiscal/returns/placed.ts';
import { vatReport } from '#shared/model/fiscal/returns/vat-report.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import {
  type DocumentOverrides,
  sampleBuyer,
  samplePayment,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
} from '../../../support/documents.ts';

/** The rows of the VAT return by OPANAF 174/2026 (REP-25). Figures are calculated by hand. */

const line = (unitPrice: string, vatRate = '21', vatCategoryCode = 'S') =>
  sampleLine({ unitPrice, vatRate, vatCategoryCode: vatCategoryCode as 'S' });
const abroad = (country: string, cif: string | null = `${country}136695976`) => ({ client: sampleBuyer({ country, cif }) });
const sale = (overrides: DocumentOverrides): InvoiceDocument => sampleDocument({ issueDate: '2026-10-07', ...overrides });
const purchase = (overrides: DocumentOverrides, country = 'RO', selfAssessedRate: string | null = null): InvoiceDocument =>
  sampleDocument({
    ...{ direction: 'incoming', status: 'synced', issueDate: '2026-10-07' },
    seller: sampleSeller({ id: 'supplier', country, vatCode: `${country}136695976`, cif: `${country}136695976` }),
    received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred: false } },
    booking: {
      ...{ expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '100', receivedDate: '2026-10-09' },
      selfAssessedRate,
    },
    ...overrides,
  });
const enteredLate = { booking: { ...purchase({}).booking!, receivedDate: '2026-11-05' } };

const ofClosedMonth = { issueDate: '2026-11-03', taxPointDate: '2026-10-20', countedIn: '2026-11' };

const rowsOf = (...documents: InvoiceDocument[]) => journalRows(documents.map(projectionOf));
const linesOf = (period: string, rows: readonly JournalRow[]) =>
  vatReport(period, rows).lines.map(({ row, baseLei, vatLei }) => `${row} ${baseLei} ${vatLei}`);
const TOTALS = new Set(['19', '30', '31', '35', '36', '37']);
const placed = (document: InvoiceDocument): string[] => {
  const rows = rowsOf(document);
  return linesOf(rows[0]!.period, rows).filter(one => !TOTALS.has(one.split(' ')[0]!));
};

describe('a document counts in the rows of its operation and rate:', () => {
  it.each<[string, InvoiceDocument, string[]]>([
    ['a sale at 21 %', sale({ lines: [line('1234.5')] }), ['9 1234.50 259.25']],
    ['a sale at 11 %', sale({ lines: [line('233.31', '11')] }), ['10 233.31 25.66']],
    ['a credit note at 11 %', sampleCreditNote({ issueDate: '2026-10-07', lines: [line('100', '11')] }), ['10 -100.00 -11.00']],
    ['a sale at an old rate', sale({ lines: [line('1000', '19')] }), ['16 1000.00 190.00']],
    ['a sale of a closed month', sale({ ...ofClosedMonth, lines: [line('1000')] }), ['16 1000.00 210.00']],
    [
      'goods to the Union of a closed month',
      sale({ ...abroad('DE'), ...ofClosedMonth, lines: [line('5000', '0', 'K')] }),
      ['2 5000.00 null'],
    ],
    [
      'services to the Union of a closed month',
      sale({ ...abroad('DE'), ...ofClosedMonth, lines: [line('480', '0', 'AE')] }),
      ['4 480.00 null'],
    ],
    ['reverse charge in Romania', sale({ lines: [line('10000', '0', 'AE')] }), ['13 10000.00 null']],
    ['goods to the Union', sale({ ...abroad('DE'), lines: [line('5000', '0', 'K')] }), ['1 5000.00 null']],
    ['services to the Union', sale({ ...abroad('DE'), lines: [line('480', '0', 'AE')] }), ['3 480.00 null', '3.1 480.00 null']],
    ['services elsewhere', sale({ ...abroad('US'), lines: [line('480', '0', 'AE')] }), ['3 480.00 null']],
    ['an export', sale({ ...abroad('US'), lines: [line('2000', '0', 'G')] }), ['14 2000.00 null']],
    ['exempt without deduction', sale({ lines: [line('900', '0', 'E')] }), ['15 900.00 null']],
    ['a purchase at 21 %', purchase({ lines: [line('1000')] }), ['24 1000.00 210.00']],
    ['a purchase at 11 %', purchase({ lines: [line('120', '11')] }), ['25 120.00 13.20']],
    ['a purchase at 9 %', purchase({ lines: [line('100', '9')] }), ['33 100.00 9.00']],
    [
      'a purchase under reverse charge',
      purchase({ lines: [line('4000', '0', 'AE')] }),
      ['12 4000.00 840.00', '12.1 4000.00 840.00', '26 4000.00 840.00', '26.1 4000.00 840.00'],
    ],
    [
      'one at 11 %',
      purchase({ lines: [line('4000', '0', 'AE')] }, 'RO', '11'),
      ['12 4000.00 440.00', '12.2 4000.00 440.00', '26 4000.00 440.00', '26.2 4000.00 440.00'],
    ],
    [
      'one that is entered a month late',
      purchase({ lines: [line('4000', '0', 'AE')], ...enteredLate }),
      ['16 4000.00 840.00', '33 4000.00 840.00'],
    ],
    [
      'goods from the Union',
      purchase({ lines: [line('1000', '0', 'K')] }, 'DE'),
      ['5 1000.00 210.00', '5.1 1000.00 210.00', '20 1000.00 210.00', '20.1 1000.00 210.00'],
    ],
    [
      'goods from the Union, entered a month late',
      purchase({ lines: [line('1000', '0', 'K')], ...enteredLate }, 'DE'),
      ['6 1000.00 210.00', '21 1000.00 210.00'],
    ],
    [
      'services from the Union',
      purchase({ lines: [line('1000', '0', 'AE')] }, 'DE'),
      ['7 1000.00 210.00', '7.1 1000.00 210.00', '22 1000.00 210.00', '22.1 1000.00 210.00'],
    ],
    ['services from elsewhere', purchase({ lines: [line('1000', '0', 'AE')] }, 'US'), ['7 1000.00 210.00', '22 1000.00 210.00']],
    ['an exempt purchase', purchase({ lines: [line('300', '0', 'E')] }), ['29 300.00 null']],
    ['a purchase without VAT', purchase({ lines: [line('300', '0', 'O')] }), ['29 300.00 null']],
  ])('%s', (_, document, rows) => {
    expect(placed(document)).toEqual(rows);
  });

  it.each<[string, InvoiceDocument, string]>([
    ['9 %', sale({ lines: [line('100', '9')] }), 'Sales (domestic, 9 %): base 100.00 lei, VAT 9.00 lei, 1 document: row 11'],
    [
      'a zero rate',
      sale({ lines: [line('100', '0', 'Z')] }),
      'Sales (domestic, 0 %): base 100.00 lei, VAT 0.00 lei, 1 document: there is',
    ],
    [
      'outside of VAT',
      sale({ lines: [line('100', '0', 'O')] }),
      'Sales (outside, 0 %): base 100.00 lei, VAT 0.00 lei, 1 document: row 3 if',
    ],
    [
      'a sale under reverse charge of a closed month',
      sale({ ...ofClosedMonth, lines: [line('100', '0', 'AE')] }),
      'Sales (reverse_charge, 0 %): base 100.00 lei, VAT 0.00 lei, 1 document: it counts in a later month',
    ],
    [
      'a consumer in the Union',
      sale({ client: sampleConsumer({ country: 'DE' }), lines: [line('100')] }),
      'Sales (domestic, 21 %): base 100.00 lei, VAT 21.00 lei, 1 document: the buyer is a consumer',
    ],
  ])('none where it does not say enough: %s', (_, document, text) => {
    const rows = rowsOf(document);
    const { lines, leftOut, collected } = vatReport(rows[0]!.period, rows);
    expect(lines).toEqual([]);
    expect(leftOut[0]).toContain(text);
    // Its VAT still counts in the sums.
    expect(decimal(collected).toFixed(2)).toBe(rowsOf(document)[0]!.groups[0]!.vatLei);
  });

  it('an import counts by the VAT of its customs document, and in no row when the company owes its VAT itself', () => {
    const form = dated(D300_FORMS, '2026-10');
    const [row] = rowsOf(purchase({}));
    const group = { ...row!.groups[0]!, operation: 'import' as const };
    expect(placedIn(form, row!, group)).toEqual(['24']);
    const owed = { ...group, baseDueLei: '1000.00', vatDueLei: '0.00', selfAssessedLei: '210.00' };
    expect(placedIn(form, row!, owed)).toMatchObject({ off: expect.stringContaining('art. 326') as string });
  });

  it('each operation has a placing on both sides, and each row that is named is a row of the form', () => {
    const form = dated(D300_FORMS, '2026-10');
    if ('off' in form) throw new Error('The form of October 2026 is there.');
    const known = form.rows.map(({ row }) => row);
    expect(new Set(known).size).toBe(known.length);
    for (const placing of form.placings)
      if (!('off' in placing.rows)) expect(known).toEqual(expect.arrayContaining([...placing.rows]));
    const [sample] = rowsOf(sale({}));
    for (const role of ['sale', 'purchase'] as const)
      for (const operation of OPERATIONS) {
        // No sale is an import.
        if (role === 'sale' && operation === 'import') continue;
        const found = placedIn(form, { ...sample!, role }, { ...sample!.groups[0]!, operation });
        expect('off' in found ? found.off : '').not.toContain('no row is known for');
      }
  });

  it('says which rows an accountant fills in, also of VAT that is not due yet', () => {
    const { leftOut } = vatReport('2026-10', []);
    expect(leftOut.join(' ')).toContain(
      'what is not due or not deductible yet too, if the form asks for it (A, A1, B and B1 of earlier forms)',
    );
  });

  it('of months before 2026 none is known, and everything is left out', () => {
    const { lines, source, leftOut, collected } = vatReport(
      '2025-12',
      rowsOf(sale({ issueDate: '2025-12-05', lines: [line('100')] })),
    );
    expect([lines, source, collected]).toEqual([[], null, '21.00']);
    expect(leftOut[0]).toContain('OPANAF 2131/2025');
    expect(() => ['1990-01', '2025-07', '2025-08', '2026-01', '2099-12'].map(month => dated(D300_FORMS, month))).not.toThrow();
  });
});

it('totals: what is due, what is deductible, what is deducted, and the difference', () => {
  const half = purchase({ lines: [line('1000'), line('4000', '0', 'AE')] });
  const { lines, ...sums } = vatReport(
    '2026-10',
    rowsOf(sale({ lines: [line('10000')] }), { ...half, booking: { ...half.booking!, vatDeductiblePercent: '50' } }),
  );
  expect(lines.map(({ row, baseLei, vatLei }) => `${row} ${baseLei} ${vatLei}`)).toEqual([
    ...['9 10000.00 2100.00', '12 4000.00 840.00', '12.1 4000.00 840.00', '19 14000.00 2940.00'],
    ...['24 1000.00 210.00', '26 4000.00 840.00', '26.1 4000.00 840.00', '30 5000.00 1050.00'],
    // Half of 210 + 840; 2,940 − 525.
    ...['31 null 525.00', '35 null 525.00', '36 null 0.00', '37 null 2415.00'],
  ]);
  expect(sums).toMatchObject({
    sales: '10000.00',
    collected: '2940.00',
    purchases: '5000.00',
    deductible: '525.00',
    due: '2415.00',
  });
});

describe('VAT on collection', () => {
  const invoice = sampleDocument({ number: 'A-1', tvaLaIncasare: true, issueDate: '2026-08-03', lines: [line('1000')] });
  const notDue = notDueAtFirst(invoice)!;
  const paid = (id: string, paymentDate: string, left: typeof notDue, amount: number, open: number) =>
    paymentEntryOf(
      invoice,
      samplePayment({ id, paymentDate, amount: amount.toFixed(2), collected: collectedOf(left, decimal(amount), decimal(open)) }),
    );
  const first = paid('p1', '2026-08-20', notDue, 605, 1210);
  // 105.00 is not due yet; a credit of 242 takes 42.00 of it off.
  const half = collectedOf(notDue, decimal(605), decimal(1210));
  const credit = sampleCreditNote({ number: 'N-1', issueDate: '2026-09-02', lines: [line('200')], settledUnpaid: '242.00' });
  const credited = { ...credit, notDue: notDueTakenBack(credit, half) };
  const rest = half.map(part => ({ ...part, base: '300.00', vat: '63.00', baseLei: '300.00', vatLei: '63.00' }));
  const second = paid('p2', '2026-10-15', rest, 363, 363);

  it('is due with the payments: 105.00, then nothing by the credit, then 63.00', () => {
    const months = {
      '2026-08': [projectionOf(invoice), first],
      '2026-09': [projectionOf(credited)],
      '2026-10': [second],
    };
    const reports = Object.entries(months).map(([period, entries]) => vatReport(period, journalRows(entries)));
    expect(reports.map(({ sales, collected, due }) => [sales, collected, due])).toEqual([
      ['500.00', '105.00', '105.00'],
      ['0.00', '0.00', '0.00'],
      ['300.00', '63.00', '63.00'],
    ]);
    expect(
      reports.map(({ entries }) => entries.map(({ row, base, vat, rows }) => [row.paymentId, base, vat, rows.join()])),
    ).toEqual([[['p1', '500.00', '105.00', '9']], [], [['p2', '300.00', '63.00', '9']]]);
  });
});

it('an entry of the report has all groups of a document at a rate', () => {
  const document = sale({ lines: [line('100'), line('50', '0', 'AE'), line('30', '0', 'E')] });
  expect(vatReport('2026-10', rowsOf(document)).entries.map(({ rate, base, vat, rows }) => [rate, base, vat, rows])).toEqual([
    ['21', '100.00', '21.00', ['9']],
    ['0', '80.00', '0.00', ['13', '15']],
  ]);
});

it('sums are by date of issue, rows by tax point or entry; the report says how many documents differ', () => {
  const named = (id: string, document: InvoiceDocument): InvoiceDocument => ({ ...document, id });
  const rows = rowsOf(
    named('a', sale({ lines: [line('100')] })),
    // Supplied in October, invoiced in November; issued in October, entered in November.
    named('b', sale({ issueDate: '2026-11-03', taxPointDate: '2026-10-31', lines: [line('200')] })),
    named('c', purchase({ lines: [line('10')], ...enteredLate })),
  );
  const [october, november] = ['2026-10', '2026-11'].map(period => vatReport(period, rows));
  const brief = (report: typeof october) => [report!.sales, report!.collected, report!.deductible, report!.differing[0]];
  const text =
    'Sums and invoices are by date of issue, rows by the month of the tax point or entry: 2 documents are in one of both only.';
  expect(brief(october)).toEqual(['100.00', '21.00', '2.10', text]);
  expect(brief(november)).toEqual(['200.00', '42.00', '0.00', text]);
  expect(linesOf('2026-10', rows)).toContain('9 300.00 63.00');
  expect(linesOf('2026-11', rows)).toContain('24 10.00 2.10');
  expect(october!.entries.map(({ row, rows: numbers }) => [row.documentId, numbers])).toEqual([
    ['a', ['9']],
    ['c', []],
  ]);
});
