import { amount, decimal, MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import type { FieldErrors } from '#shared/base/kernel/errors.ts';
import type { ReturnForm } from './forms.ts';

/**
 * The rows of the authority's pre-filled return (P300), as a person copies them. No format of it is published: lines of row, base and VAT
 * are taken, as spreadsheets and this service's own CSV have them. Pure.
 */

export const MAX_PREFILLED_ROWS = 200;

export interface PrefilledRow {
  row: string;
  /** Lei; null where the column is empty. */
  baseLei: string | null;
  vatLei: string | null;
}

/** Rows that were read, and the errors of those that could not be. */
export interface Prefilled {
  rows: PrefilledRow[];
  errors: FieldErrors;
}

/** What separates the cells of all lines: semicolons, else tabs, else commas, whose numbers then have a decimal point. */
const separatorOf = (text: string): string => (text.includes(';') ? ';' : text.includes('\t') ? '\t' : ',');

const cellsOf = (line: string, separator: string): string[] =>
  line.split(separator).map(cell =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

/** Whole lei, with thousands separated by points or commas or not at all; and one or two decimals after the other sign. */
const AMOUNT = /^-?(?:\d{1,10}(?:[.,]\d{1,2})?|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?)$/;

/**
 * A number of lei: `44150.94`, `44150,94`, `44.150,94`, `44,150.94`, `44.150` (three digits after a point are thousands: there are no
 * thousandths of a leu) or with spaces; null for an empty cell, undefined for anything else.
 */
export function leiOf(cell: string): string | null | undefined {
  const text = cell.replaceAll(/\s/g, '');
  if (text === '') return null;
  if (!AMOUNT.test(text)) return undefined;
  const value = decimal(
    text
      .replace(/[.,](\d{1,2})$/, ' $1')
      .replaceAll(/[.,]/g, '')
      .replace(' ', '.'),
  );
  return value.abs().gt(MAX_AMOUNT) ? undefined : amount(value);
}

/** Reads pasted text: a heading is left out, and so are empty lines. Errors name the line, counted from 1. */
export function readPrefilled(form: ReturnForm, text: string): Prefilled {
  const separator = separatorOf(text);
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, place) => ({ field: `line ${place + 1}`, cells: cellsOf(line, separator) }))
    .filter(({ cells }) => cells.some(cell => cell !== ''));
  if (lines.length > MAX_PREFILLED_ROWS + 1)
    return { rows: [], errors: { content: [`must have at most ${MAX_PREFILLED_ROWS} rows`] } };
  const isHeading = lines[0]?.cells.every(cell => !/\d/.test(cell)) ?? false;
  return checked(
    form,
    (isHeading ? lines.slice(1) : lines).map(({ field, cells }) => {
      // Row and numbers, or a name between them as in the CSV of this service.
      const [row = '', ...rest] = cells;
      const numbers = rest.length > 2 ? rest.slice(1) : rest;
      const [base, vat] = [numbers[0] ?? '', numbers[1] ?? ''].map(leiOf);
      return { field, row: row.replace(/^rd\.?\s*/i, ''), base, vat, tooMany: numbers.length > 2 };
    }),
  );
}

interface Read {
  field: string;
  row: string;
  /** Undefined: not a number. */
  base: string | null | undefined;
  vat: string | null | undefined;
  tooMany?: boolean;
}

/** Checks rows that were sent as such. @param name the field that has them */
export const checkPrefilled = (form: ReturnForm, rows: readonly PrefilledRow[], name: string): Prefilled =>
  checked(
    form,
    rows.map(({ row, baseLei, vatLei }, place) => ({ field: `${name}.${place}`, row, base: baseLei, vat: vatLei })),
  );

function checked(form: ReturnForm, read: readonly Read[]): Prefilled {
  const known = new Set(form.rows.map(({ row }) => row));
  const rows = new Map<string, PrefilledRow>();
  const errors: FieldErrors = {};
  for (const { field, row, base, vat, tooMany = false } of read) {
    const problem = problemOf(known, rows, { row, base, vat, tooMany });
    if (problem) errors[field] = [problem];
    else rows.set(row, { row, baseLei: base ?? null, vatLei: vat ?? null });
  }
  return { rows: [...rows.values()], errors };
}

function problemOf(
  known: ReadonlySet<string>,
  rows: ReadonlyMap<string, PrefilledRow>,
  { row, base, vat, tooMany }: Required<Omit<Read, 'field'>>,
): string | undefined {
  if (tooMany) return 'must have a row, a base and VAT, separated by semicolons, tabs or commas';
  if (!known.has(row)) return `must begin with the number of a row of the form, such as ${[...known][0]}`;
  if (rows.has(row)) return `has row ${row} a second time`;
  if (base === undefined || vat === undefined) return 'must have amounts in lei, such as 1234.50 or 1.234,50';
  return base === null && vat === null ? 'must have a base, VAT or both' : undefined;
}
