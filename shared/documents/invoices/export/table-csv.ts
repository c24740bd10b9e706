import { stringify } from 'csv-stringify/sync';

/** Tables as CSV: all cells quoted, numbers with a point or a comma. Pure. */

export type Decimals = 'point' | 'comma';

/** A number as it stands in a cell; a value that does not exist is an empty cell. */
export const numberCell = (value: string | null, decimals: Decimals): string =>
  decimals === 'comma' ? (value ?? '').replace('.', ',') : (value ?? '');

/** Lines of cells that cannot be taken for formulas. @param decimals `comma`: with `;` between cells, as spreadsheets in Romania read it */
export const csvLinesOf = (lines: readonly string[][], decimals: Decimals): string =>
  stringify([...lines], { record_delimiter: '\r\n', quoted: true, delimiter: decimals === 'comma' ? ';' : ',' });

/** A file of such lines, with a byte order mark. */
export const csvText = (lines: readonly string[][], decimals: Decimals): string => `\ufeff${csvLinesOf(lines, decimals)}`;
