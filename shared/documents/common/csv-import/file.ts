import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { type CellKind, type Mark, valueOf } from './cells.ts';

/** The rows of a CSV file that is imported (PUR-13, IMP-4). Pure. */

/** The most rows of a file: each takes a transaction of its own. */
export const MOST_ROWS = 500;
/** The most characters of a file. */
const MOST_CHARACTERS = 1_000_000;
/** The most characters of the file that an error message repeats. */
const MOST_SHOWN = 200;

/** The member of a request with the text of a file. */
export const csvText = () =>
  z.string().min(1, 'must not be empty').max(MOST_CHARACTERS, `must have at most ${MOST_CHARACTERS} characters`);

/** A column, the path of the field of the request that it becomes, and how its cells are read. */
export type Field = [column: string, path: string, kind: CellKind];

export interface CellError {
  /** The name of the column. */
  column: string;
  message: string;
}

export interface Row {
  /** The line of the file in which the row ends, from 1. */
  line: number;
  /** As the request that makes one record takes it. */
  body: Record<string, unknown>;
  /** The places of the groups of `body` in the file, whose other groups are empty in this row. */
  groups: readonly number[];
  errors: CellError[];
}

/** The columns of a kind of file. */
export interface Columns {
  byName: ReadonlyMap<string, { path: string; kind: CellKind }>;
  byPath: ReadonlyMap<string, string>;
}

export const columnsOf = (fields: readonly Field[]): Columns => ({
  byName: new Map(fields.map(([column, path, kind]) => [column, { path, kind }])),
  // The first column of a field names it.
  byPath: new Map(fields.toReversed().map(([column, path]) => [path, column])),
});

/** The column of a field of the request; the field itself where it has none. */
export function columnOf({ byPath }: Columns, field: string, { groups }: Pick<Row, 'groups'>): string {
  const path = field.replace(/^groups\.(\d+)/, (_, place: string) => `groups.${groups[Number(place)] ?? place}`);
  return byPath.get(path) ?? field;
}

function refuse(message: string): never {
  throw invalidFields({ csv: [message] });
}

/** @throws 422 for a file that is no CSV, has unknown or repeated columns, no rows or too many */
export function rowsOf(text: string, columns: Columns): Row[] {
  if (text.includes('\uFFFD'))
    refuse(`has letters that could not be read, first in line ${lineOf(text, '\uFFFD')}: save the file as "CSV UTF-8"`);
  const [names = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const delimiter = separatorOf(names);
  let heads: string[] = [];
  const records = parsed(text, delimiter, found => (heads = found));
  if (records.length === 0) refuse('has no rows below the names of the columns');
  if (records.length > MOST_ROWS) refuse(`has ${records.length} rows: at most ${MOST_ROWS} are allowed, send it in parts`);
  refuseColumns(heads, records, columns);
  return records.map(({ info, record }) => rowOf(info.lines, record, { columns, mark: delimiter === ',' ? '.' : ',' }));
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

/** A column without a name is left out when it is empty. */
function refuseColumns(heads: readonly string[], records: readonly Read[], { byName }: Columns): void {
  const listed = (names: readonly string[]): string =>
    names
      .slice(0, 20)
      .map(name => name.slice(0, 50))
      .join(', ');
  const hasUnnamed = records.some(({ record }) => (record[''] ?? '') !== '');
  const unknown = heads.filter(name => !byName.has(name) && (name !== '' || hasUnnamed));
  if (unknown.length > 0) refuse(`has unknown columns: ${listed(unknown)}. Columns are ${[...byName.keys()].join(', ')}`);
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of heads) if (name !== '') (seen.has(name) ? repeated : seen).add(name);
  if (repeated.size > 0) refuse(`has columns more than once: ${listed([...repeated])}`);
}

/** The one of comma, semicolon and tab that separates most names. */
const separatorOf = (names: string): string =>
  [',', ';', '\t'].toSorted((a, b) => names.split(b).length - names.split(a).length)[0] ?? ',';

interface Read {
  info: { lines: number };
  record: Record<string, string>;
}

/** @param heads receives the names of the columns */
function parsed(text: string, delimiter: string, heads: (names: string[]) => void): Read[] {
  const columns = (names: string[]): string[] => {
    heads(names);
    return names;
  };
  try {
    return parse<Read>(text, {
      ...{ columns, bom: true, trim: true, info: true, delimiter },
      ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
    });
  } catch (error) {
    if (error instanceof CsvError) refuse(`cannot be read as CSV: ${error.message.slice(0, MOST_SHOWN)}`);
    throw error;
  }
}

function rowOf(line: number, record: Record<string, string>, { columns, mark }: { columns: Columns; mark: Mark }): Row {
  const body: Record<string, unknown> = {};
  const errors: CellError[] = [];
  for (const [name, { path, kind }] of columns.byName) {
    const cell = record[name];
    if (cell === undefined || cell === '') continue;
    try {
      put(body, path.split('.'), valueOf(cell, kind, mark));
    } catch (error) {
      errors.push({ column: name, message: (error as Error).message });
    }
  }
  const list = body['groups'] as unknown[] | undefined;
  const groups = Object.keys(list ?? []).map(Number);
  // Without the empty places.
  if (list) body['groups'] = list.flat();
  return { line, body, groups, errors };
}

/** Sets a field of nested objects; a number in a path is a place in a list. */
function put(target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[name] = value;
  else if (/^\d+$/.test(rest[0] ?? '')) {
    const list = (target[name] ??= []) as Record<string, unknown>[];
    put((list[Number(rest[0])] ??= {}), rest.slice(1), value);
  } else put((target[name] ??= {}) as Record<string, unknown>, rest, value);
}
