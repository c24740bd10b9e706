import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { cents, fromCents } from '../../kernel/money.ts';
import type { InvoiceRow } from '../../model/invoice-row.ts';

/**
 * The rows of a list as columns: a filter looks at one small array instead of at a hundred thousand objects. Amounts are cents,
 * everything else is a code into the column's distinct values. Whole it is one file (codec below).
 */
export interface Columns {
  length: number;
  amounts: Record<AmountField, Float64Array>;
  words: Record<WordField, WordColumn>;
}

export interface WordColumn {
  codes: Uint32Array;
  /** The distinct values; `codes` are places in it. */
  values: Word[];
}

/** Of any type; `undefined` where a row has no such field. */
type Word = unknown;
type FieldsOf<T> = { [K in keyof InvoiceRow]: InvoiceRow[K] extends T ? K : never }[keyof InvoiceRow];

const AMOUNTS = ['subtotal', 'vatTotal', 'total', 'amountPaid', 'balance'] as const satisfies FieldsOf<string>[];
export type AmountField = (typeof AMOUNTS)[number];
export type WordField = Exclude<keyof InvoiceRow, AmountField>;

/** Rows as columns, in the order given. */
export function columnsOf(rows: readonly InvoiceRow[]): Columns {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(name => !isAmount(name)) as WordField[];
  return {
    length: rows.length,
    amounts: fromNames(AMOUNTS, name => Float64Array.from(rows, row => cents(row[name]))),
    words: fromNames(names, name => wordColumn(rows.map(row => row[name]))),
  };
}

const isAmount = (name: string): boolean => (AMOUNTS as readonly string[]).includes(name);

const fromNames = <N extends string, V>(names: readonly N[], make: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map(name => [name, make(name)])) as Record<N, V>;

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

/** One row of the columns. */
export function rowAt({ amounts, words }: Columns, place: number): InvoiceRow {
  const row: Record<string, Word> = {};
  for (const [name, { codes, values }] of Object.entries(words)) {
    const value = values[codes[place] ?? 0];
    if (value !== undefined) row[name] = value;
  }
  for (const name of AMOUNTS) row[name] = fromCents(amounts[name][place] ?? 0);
  return row as unknown as InvoiceRow;
}

/** Files of another format are as good as absent: the list is made anew from the table. */
const FORMAT = 1;

/** The file of columns: V8's structured clone, compressed by Zstandard. */
export const encodeColumns = (columns: Columns): Uint8Array => zstdCompressSync(serialize({ format: FORMAT, columns }));

/** The columns of a file; undefined when it is of another format. */
export function decodeColumns(bytes: Uint8Array): Columns | undefined {
  const { format, columns } = deserialize(zstdDecompressSync(bytes)) as { format: number; columns: Columns };
  return format === FORMAT ? columns : undefined;
}
