import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Invoice } from '#shared/model/invoice.ts';
import { csvHeader, csvLines, safeCell } from '#shared/documents/invoices/export/csv.ts';
import { archivePaths } from '#shared/documents/invoices/export/paths.ts';

const invoice = (fields: Partial<Invoice>): Invoice =>
  ({
    number: 'F-1',
    client: null,
    receiverName: 'Ion',
    series: null,
    issueDate: '2026-03-02',
    createdAt: '2026-03-02T10:00:00.000Z',
    updatedAt: '2026-03-02T10:00:00.000Z',
    ...fields,
  }) as Invoice;

describe('cells (OUT-78)', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+40 21 555', "'+40 21 555"],
    ['-x', "'-x"],
    ['@a', "'@a"],
    ['\t=1', "'\t'=1"],
    ['x;=1+1', "x;'=1+1"],
    ['x\t@a', "x\t'@a"],
    ['x\r\n=1', "x\r\n'=1"],
    ['x; "=1', 'x;\' "=1'],
    [';;-y;2', ";;'-y;2"],
    ['1;-2;+3.5', '1;-2;+3.5'],
    [' =1', "' =1"],
    ['\uff1d1', "'\uff1d1"],
    ['-12.50', '-12.50'],
    [' 7 ', ' 7 '],
    ['\r1', "'\r1"],
    ['\t-2', "'\t-2"],
    ['+7', '+7'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j → %j', (text, cell) => {
    expect(safeCell(text)).toBe(cell);
  });

  it('every text is quoted', () => {
    const [header, line] = (csvHeader() + csvLines([invoice({})])).split('\r\n');
    expect(header).toMatch(/^\ufeff"Invoice Number","Client Name",/);
    expect(line).toMatch(/^"F-1","Ion",/);
  });

  it('every cell parsed back is the original except for apostrophes, and no part that a spreadsheet may split off is a formula', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\'a1 ă\uff0b'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (notes, internalNote) => {
        const parsed: Record<string, string>[] = parse(csvHeader() + csvLines([invoice({ notes, internalNote })]), {
          columns: true,
          bom: true,
        });
        expect(parsed).toHaveLength(1);
        for (const [column, value] of [
          ['Notes', notes],
          ['Internal Note', internalNote],
        ] as const) {
          const cell = parsed[0]?.[column] ?? '';
          expect(cell.replaceAll("'", '')).toBe(value.replaceAll("'", ''));
          expect(/^[\t\r\n]/.test(cell)).toBe(false);
          for (const part of cell.split(/[;\t\r\n]/))
            expect(/^[=+\-@\uff0b]/.test(part.replace(/^[ "]+/, '')) && !/^[+-]?\d+$/.test(part.trim())).toBe(false);
        }
      }),
    );
  });
});

describe('paths in an archive', () => {
  it('documents of one name get numbers, ignoring case', () => {
    const pathOf = archivePaths('flat');
    expect([pathOf(invoice({}), 'pdf'), pathOf(invoice({ number: 'f-1' }), 'pdf'), pathOf(invoice({}), 'xml')]).toEqual([
      'F-1.pdf',
      'f-1 (2).pdf',
      'F-1.xml',
    ]);
  });

  it('no name leads out of the archive', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.string({ unit: fc.constantFrom(...'./\\: aA'), maxLength: 20 }),
        (number, name) => {
          const path = archivePaths('by-client')(invoice({ number, receiverName: name }), 'xml');
          const parts = path.split('/');
          expect(parts).toHaveLength(2);
          for (const part of parts) expect(part).not.toMatch(/^\.*$|[\\:\p{Cc}]/u);
        },
      ),
    );
  });
});
