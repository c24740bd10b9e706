/** Reads cells as spreadsheets write them, with the settings of Romania or of English: `3.450,50`, `26.11.2026`. Pure. */

export type CellKind = 'text' | 'date' | 'decimal' | 'whole' | 'yes';
export type Mark = '.' | ',';

const YES = new Set(['true', 'da', 'yes', '1']);
const NO = new Set(['false', 'nu', 'no', '0']);

/**
 * The value of a cell for the request body.
 *
 * @param mark of decimals in this file: a comma where semicolons or tabs separate the cells
 * @throws Error that says how the cell can be written
 */
export function valueOf(cell: string, kind: CellKind, mark: Mark): string | number | boolean {
  switch (kind) {
    case 'date':
      return cell.replace(/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/, (_, day: string, month: string, year: string) =>
        [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
      );
    case 'decimal':
      return decimalOf(cell, mark);
    case 'whole':
      if (!/^\d{1,9}$/.test(cell)) throw new Error('must be a whole number');
      return Number(cell);
    case 'yes': {
      const word = cell.toLowerCase();
      if (!YES.has(word) && !NO.has(word)) throw new Error('must be true or false');
      return YES.has(word);
    }
    case 'text':
      return cell;
  }
}

/** Both marks are read; one that may be that of thousands is refused rather than guessed. */
function decimalOf(cell: string, mark: Mark): string {
  const text = cell.replaceAll(/\s/g, '');
  const [whole = '', rest, ...others] = text.split(mark === '.' ? ',' : '.');
  if (rest?.length === 3 && others.length === 0 && /^-?[1-9]\d{0,2}$/.test(whole))
    throw new Error(`may be a thousand or a fraction: write ${whole}${rest} or ${whole}${mark}${rest}`);
  if (/^-?\d+([.,]\d+)?$/.test(text)) return text.replace(',', '.');
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  throw new Error('must be a number, such as 3450.50 or 3450,50');
}
