import { describe, expect, it } from 'vitest';
import { compareRows, significant } from '#shared/model/fiscal/returns/comparison.ts';
import { D300_FORMS } from '#shared/model/fiscal/returns/d300-forms.ts';
import { dated, type ReturnForm } from '#shared/model/fiscal/returns/forms.ts';
import { leiOf, readPrefilled } from '#shared/model/fiscal/returns/prefilled.ts';
import type { ReturnLine } from '#shared/model/fiscal/returns/vat-return.ts';
import { returnCsv } from '#shared/documents/reports/returns/csv.ts';

/** The authority's pre-filled return as text, and the comparison with it (REP-31 to REP-33). */

const form = dated(D300_FORMS, '2026-10') as ReturnForm;
const read = (text: string) => readPrefilled(form, text);

it.each<[string, string | null | undefined]>([
  ['44150.94', '44150.94'],
  ['44150,94', '44150.94'],
  ['44.150,94', '44150.94'],
  ['44,150.94', '44150.94'],
  ['1.234.567', '1234567.00'],
  ['44 150,9', '44150.90'],
  ['44150', '44150.00'],
  ['-12', '-12.00'],
  ['', null],
  ['  ', null],
  ['12,345,6.7', undefined],
  ['1.23.456', undefined],
  ['12a', undefined],
  ['1e5', undefined],
  ['=1+1', undefined],
  ['99999999999', undefined],
  ['--1', undefined],
])('the amount "%s" is %s', (cell, value) => {
  expect(leiOf(cell)).toBe(value);
});

describe('pasted lines', () => {
  const three = [
    { row: '9', baseLei: '44151.00', vatLei: '9272.00' },
    { row: '12.1', baseLei: '4000.00', vatLei: '840.00' },
    { row: '13', baseLei: '10000.00', vatLei: null },
  ];
  it.each([
    ['semicolons and decimal commas', '9;44.151,00;9.272,00\n12.1;4000,00;840\n13;10000;\n'],
    ['tabs', '9\t44151\t9272\n12.1\t4000\t840\n13\t10000\t'],
    ['commas', '9,44151.00,9272.00\r\n12.1,4000,840\r\n13,10000'],
    [
      'a heading, names and quotation marks',
      '\ufeff"Rând";"Denumire";"Valoare";"TVA"\n"9";"Cota 21%";"44151";"9272"\nrd. 12.1;x;4000;840\nRd.13;y;10000;',
    ],
    ['empty lines', '\n9;44151;9272\n\n;;\n12.1;4000;840\n13;10000;\n\n'],
  ])('with %s', (_, text) => {
    expect(read(text)).toEqual({ rows: three, errors: {} });
  });

  it('that cannot be read are named by their number', () => {
    const { errors } = read('Rând;Valoare;TVA\n9;1;2\nR9_1;1;2\n9;3;4\n10;x;1\n11;;\n12;1;2;3;4\n99;1;2');
    expect(Object.keys(errors)).toEqual(['line 3', 'line 4', 'line 5', 'line 6', 'line 7', 'line 8']);
    expect(errors['line 3']).toEqual(['must begin with the number of a row of the form, such as 1']);
    expect(errors['line 4']).toEqual(['has row 9 a second time']);
    expect(errors['line 5']).toEqual(['must have amounts in lei, such as 1234.50 or 1.234,50']);
    expect(errors['line 6']).toEqual(['must have a base, VAT or both']);
  });

  it('are at most 200, and none of an empty text', () => {
    expect(read('9;1;2\n'.repeat(202)).errors).toEqual({ content: ['must have at most 200 rows'] });
    expect(read(' \n')).toEqual({ rows: [], errors: {} });
  });
});

const line = (row: string, baseLei: string | null, vatLei: string | null): ReturnLine => ({
  ...{ row, label: 'Rând, "cu" ;', baseLei, vatLei, isCorrection: false, from: [] },
});

it('the CSV of the return is read as it was written, with points and commas', () => {
  const lines = [line('9', '44850.94', '9418.71'), line('13', '10000.00', null)];
  for (const decimals of ['point', 'comma'] as const) {
    const text = returnCsv(lines, decimals).replaceAll('Rând, ""cu"" ;', 'Rând');
    expect(read(text)).toEqual({
      rows: [
        { row: '9', baseLei: '44850.94', vatLei: '9418.71' },
        { row: '13', baseLei: '10000.00', vatLei: null },
      ],
      errors: {},
    });
  }
});

describe('the comparison', () => {
  const compared = compareRows(
    form,
    [line('9', '50000.00', '10500.00'), line('13', '10000.00', null), line('16', '50000.00', '9500.00')],
    [
      { row: '9', baseLei: '26190.00', vatLei: '5500.00' },
      { row: '24', baseLei: '100.00', vatLei: '21.00' },
      { row: '13', baseLei: '9000.00', vatLei: null },
    ],
  );

  it('has all rows of both, in the order of the form', () => {
    expect(compared.map(({ row, difference }) => [row, difference.baseLei, difference.vatLei])).toEqual([
      ['9', '23810.00', '5000.00'],
      ['13', '1000.00', null],
      ['16', '50000.00', '9500.00'],
      ['24', '-100.00', '-21.00'],
    ]);
    expect(compared.at(-1)).toMatchObject({
      ours: { baseLei: null, vatLei: null },
      theirs: { baseLei: '100.00', vatLei: '21.00' },
    });
  });

  it('marks 20 % and 5,000 lei, of VAT where there is a column of it, and no corrections', () => {
    expect(compared.map(({ isSignificant }) => isSignificant)).toEqual([true, false, false, false]);
  });

  it.each([
    ['5000.00', null, true],
    ['4999.99', null, false],
    ['30000.00', '25000.00', true],
    // 5,000 of 25,000.01 is less than 20 %.
    ['30000.01', '25000.01', false],
    ['20000.00', '25000.00', true],
    [null, '5000.00', true],
    ['-5000.00', '0.00', true],
    [null, null, false],
  ])('%s beside %s: significant %s', (ours, theirs, expected) => {
    expect(significant(ours, theirs)).toBe(expected);
  });
});
