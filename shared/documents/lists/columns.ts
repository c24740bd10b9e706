import { cents, fromCents } from '#shared/base/kernel/money.ts';
import type { AtPlace, RowReader } from './definition.ts';
import { type Dictionary, dictionaryOf, type Word } from './dictionary.ts';

/**
 * The rows of a list in columns, so that a filter reads one small array instead of a hundred thousand objects. Amounts are cents;
 * all other fields are dictionary-encoded: a code for each row, and the distinct values. column-file.ts stores them in a file.
 */
export interface Columns {
  length: number;
  /** Amounts in cents, by the names of the rows' fields. */
  amounts: Readonly<Record<string, Float64Array>>;
  words: Readonly<Record<string, WordColumn>>;
}

export interface WordColumn {
  codes: Codes;
  /** The distinct values; `codes` are indexes into it. `undefined` stands for rows without the field. */
  values: Dictionary;
}

/** A code for each row, in as few bytes as the number of values allows. */
export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** The codes of so many rows, for a dictionary of so many values. */
export function codesOf(rows: number, values: number, codeAt: AtPlace<number>): Codes {
  const codes = new (codesFor(values))(rows);
  for (let place = 0; place < rows; place++) codes[place] = codeAt(place);
  return codes;
}

/** The type of array for the codes of a number of values. */
export const codesFor = (values: number): Uint8ArrayConstructor | Uint16ArrayConstructor | Uint32ArrayConstructor =>
  values <= 0x1_00 ? Uint8Array : values <= 0x1_00_00 ? Uint16Array : Uint32Array;

/**
 * Converts rows into columns, in the same order.
 *
 * @param amounts the fields that are amounts
 */
export function columnsOf(rows: readonly object[], amounts: readonly string[]): Columns {
  const records = rows as readonly Record<string, Word>[];
  const names = [...new Set(records.flatMap(row => Object.keys(row)))].filter(name => !amounts.includes(name));
  return {
    length: rows.length,
    amounts: fromNames(amounts, name => Float64Array.from(records, row => cents(String(row[name])))),
    words: fromNames(names, name => wordColumn(records.map(row => row[name]))),
  };
}

const fromNames = <V>(names: readonly string[], make: (name: string) => V): Record<string, V> =>
  Object.fromEntries(names.map(name => [name, make(name)]));

function wordColumn(words: Word[]): WordColumn {
  const values = dictionaryOf(words);
  const codes = new Map(values.map((value, code) => [value, code]));
  return { codes: codesOf(words.length, values.length, place => codes.get(words[place]) ?? 0), values };
}

/** The row at an index. @param only the fields that are wanted; default: all */
export function rowAt<Row>({ amounts, words }: Columns, place: number, only?: readonly string[]): Row {
  const row: Record<string, Word> = {};
  for (const name of only ?? Object.keys(words)) {
    const column = words[name];
    const value = column?.values.at(column.codes[place] ?? 0);
    if (value !== undefined) row[name] = value;
  }
  for (const name of only ?? Object.keys(amounts)) {
    const column = amounts[name];
    if (column) row[name] = fromCents(column[place] ?? 0);
  }
  return row as Row;
}

export const columnReader = <Row>({ amounts, words }: Columns): RowReader<Row> => ({
  word<Field extends keyof Row & string>(field: Field): AtPlace<Row[Field] | undefined> {
    const column = words[field];
    if (!column) return () => undefined;
    const { codes, values } = column;
    return place => values.at(codes[place] ?? 0) as Row[Field] | undefined;
  },
  cents(field) {
    const column = amounts[field];
    if (!column) throw new Error(`The list has no amount ${field}.`);
    return place => column[place] ?? 0;
  },
});

/** A reader for a single row; it ignores the index. */
export const rowReader = <Row>(row: Row): RowReader<Row> => ({
  word: field => () => row[field],
  cents: field => () => cents(String(row[field])),
});
