import type { Kind } from './fields.ts';

/** Reads cells as spreadsheets write them, with the settings of Romania or of English: `3.450,50`, `26.11.2026`, `DA`. */

export type Mark = '.' | ',';

const YES = new Set(['true', 'da', 'yes', '1', 'adevărat', 'adevarat']);
const NO = new Set(['false', 'nu', 'no', '0', 'fals']);

/**
 * The value of a cell for the API. Decimals stay text, which the API takes too, so that no digit is lost.
 *
 * @param mark of decimals in this file
 * @throws Error that says how the cell can be written
 */
export function valueOf(cell: string, kind: Kind, mark: Mark): string | number | boolean {
  switch (kind) {
    case 'date':
      return dateOf(cell);
    case 'decimal':
      return decimalOf(cell, mark);
    case 'whole':
      if (!/^-?\d{1,9}$/.test(cell)) throw new Error(`${cell} must be a whole number`);
      return Number(cell);
    case 'boolean':
      return booleanOf(cell);
    case 'object':
      throw new Error('it has several values: use a JSON file');
    case 'text':
      return cell;
  }
}

function dateOf(cell: string): string {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(cell) ?? [];
  const date = year === undefined ? cell : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && new Date(date).toJSON()?.slice(0, 10) === date;
  if (!isDate) throw new Error(`${cell} must be a date, such as 2026-11-26 or 26.11.2026`);
  return date;
}

/**
 * Both marks are read, but the one that the file does not use for decimals is refused before three digits, where it may be that of thousands: an
 * invoice must not guess.
 */
function decimalOf(cell: string, mark: Mark): string {
  const text = cell.replaceAll(/\s/g, '');
  const [whole = '', rest, ...others] = text.split(mark === '.' ? ',' : '.');
  if (rest?.length === 3 && others.length === 0 && /^-?[1-9]\d{0,2}$/.test(whole))
    throw new Error(`${cell} may be a thousand or a fraction: write ${whole}${rest} or ${whole}${mark}${rest}`);
  if (/^-?\d+([.,]\d+)?$/.test(text)) return text.replace(',', '.');
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  throw new Error(`${cell} must be a number, such as 3450.50 or 3450,50`);
}

function booleanOf(cell: string): boolean {
  const word = cell.toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new Error(`${cell} must be true or false`);
}
