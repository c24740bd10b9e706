import { parse } from 'csv-parse/sync';
import { type Mark, valueOf } from './cells.ts';
import { COLUMNS, type Column } from './fields.ts';
import { unknownName } from './names.ts';
import type { Buyer, Draft, FileDraft } from './read.ts';

interface Row {
  /** The line of the file in which it ends. */
  line: number;
  cells: Record<string, string>;
}

/** How the cells of a file are read, and what could not be. */
interface Reader {
  mark: Mark;
  problems: string[];
}

/** The most problems that one message lists. */
const LISTED = 20;

/**
 * The invoices of a CSV file: a row for each line; rows with the same value in the column `invoice` are one invoice. Commas, semicolons or
 * tabs separate the columns.
 *
 * @throws Error with every unknown column, or every cell that cannot be read and its row
 */
export function draftsInCsv(text: string): FileDraft[] {
  const delimiter = separatorOf(text);
  // Spreadsheets write empty rows and columns behind those that are used.
  const options = {
    columns: true,
    bom: true,
    skip_records_with_empty_values: true,
    trim: true,
    info: true,
    delimiter,
    skip_empty_lines: true,
  } as const;
  const read: Reader = { mark: delimiter === ',' ? '.' : ',', problems: [] };
  const records = parse(text.replace(SEPARATOR_LINE, ''), options) as unknown as {
    info: { lines: number };
    record: Record<string, string>;
  }[];
  const rows = records.map(({ info, record }): Row => ({ line: info.lines, cells: record }));
  const names = Object.keys(rows[0]?.cells ?? {}).filter(name => !COLUMNS.has(name));
  const unknown = names.filter(name => name !== '' || rows.some(({ cells }) => cells[name] !== ''));
  const shown = (name: string): string =>
    name === '' ? 'a column without a name has values' : `the column ${unknownName(name, COLUMNS.keys())}`;
  if (unknown.length > 0) throw new Error(unknown.map(shown).join('\n'));
  const groups = Map.groupBy(rows, ({ line, cells }) => cells['invoice'] || `row ${line}`);
  const drafts = [...groups.values()].map(group => draftOf(group, read));
  if (read.problems.length > 0) throw new Error(read.problems.slice(0, LISTED).join('\n'));
  return drafts;
}

/** The first line by which a spreadsheet names the separator. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?(?=\r?\n)/i;

/** The one that such a line names, or that separates most names in the first line. */
function separatorOf(text: string): string {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named !== undefined) return named;
  const [names = ''] = text.split(/\r?\n/, 1);
  const times = (mark: string): number => names.split(mark).length;
  const [first = ','] = [',', ';', '\t'].toSorted((a, b) => times(b) - times(a));
  return first;
}

function draftOf(group: readonly Row[], read: Reader): FileDraft {
  const [first] = group;
  const header = group.reduce<Draft>((before, row) => {
    const own = { ...cellsOf(row, 'invoice', read), ...cellsOf(row, 'buyer', read) };
    for (const [name, value] of Object.entries(own))
      if (name in before && before[name] !== value)
        read.problems.push(
          `row ${row.line}, column ${name}: ${String(value)} differs from ${String(before[name])} of the same invoice`,
        );
    return { ...own, ...before };
  }, {});
  const { invoice, cif, client, ...fields } = header;
  const buyer: Buyer = { ...(typeof cif === 'string' && { cif }), ...(typeof client === 'string' && { name: client }) };
  return {
    place: { ...(typeof invoice === 'string' && { invoice }), row: first?.line ?? 0 },
    body: { ...fields, lines: group.map(row => cellsOf(row, 'line', read)) },
    ...((cif ?? client) !== undefined && { buyer }),
  };
}

/** The cells of a row that belong to the invoice, its client or the line. Empty ones are left out. */
function cellsOf({ line, cells }: Row, of: Column['of'], { mark, problems }: Reader): Draft {
  const values = Object.entries(cells).flatMap(([name, cell]) => {
    const column = COLUMNS.get(name);
    if (column?.of !== of || cell === '') return [];
    try {
      return [[name, valueOf(cell, column.kind, mark)] as const];
    } catch (error) {
      problems.push(`row ${line}, column ${name}: ${(error as Error).message}`);
      return [];
    }
  });
  return Object.fromEntries(values);
}
