import { cents, fromCents } from '#shared/base/kernel/money.ts';
import type { AtPlace, RowReader } from './definition.ts';

/**
 * The rows of a list in columns, so that a filter reads one small array instead of a hundred thousand objects. Amounts are cents;
 * all other fields are dictionary-encoded: a code for each row, and the distinct values. column-file.ts stores them in a file.
 */
export interface Columns {
  length: number;
  /** Amounts in cents, by the names of the rows' fields. */
  amounts: Record<string, Float64Array>;
  words: Record<string, WordColumn>;
}

export interface WordColumn {
  codes: Uint32Array;
  /** The distinct values; `codes` are indexes into it. `undefined` stands for rows without the field. */
  values: Word[];
}

/** Text, number, boolean or null; undefined if the row does not have the field. */
export type Word = unknown;

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

function wordColumn(values: Word[]): WordColumn {
  const places = new Map<Word, number>();
  const codes = Uint32Array.from(values, value => {
    const known = places.get(value);
    if (known !== undefined) return known;
    places.set(value, places.size);
    return places.size - 1;
  });
  return { codes, values: [...places.keys()] };
}

/** The row at an index. */
export function rowAt<Row>({ amounts, words }: Columns, place: number): Row {
  const row: Record<string, Word> = {};
  for (const [name, { codes, values }] of Object.entries(words)) {
    const value = values[codes[place] ?? 0];
    if (value !== undefined) row[name] = value;
  }
  for (const [name, column] of Object.entries(amounts)) row[name] = fromCents(column[place] ?? 0);
  return row as Row;
}

export const columnReader = <Row>({ amounts, words }: Columns): RowReader<Row> => ({
  word<Field extends keyof Row & string>(field: Field): AtPlace<Row[Field] | undefined> {
    const column = words[field];
    if (!column) return () => undefined;
    const { codes, values } = column;
    return place => values[codes[place] ?? 0] as Row[Field] | undefined;
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
