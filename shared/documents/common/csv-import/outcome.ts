import { type FieldErrors, Problem } from '#shared/base/kernel/errors.ts';
import type { CellError, Columns, Row } from './file.ts';
import { columnOf } from './file.ts';

/** What came of the rows of a file, which are worked on a few at a time (PUR-14, IMP-5). */

export interface Refusal {
  status: number;
  error: { code: string; message: string; details?: Record<string, unknown> };
}

export interface RowResult {
  line: number;
  outcome: 'made' | 'would_make' | 'skipped' | 'refused' | 'unfinished';
  id: string | null;
  message: string | null;
  errors: CellError[];
  warnings: string[];
}

/** Rows that are worked on at a time: more of one company wait for each other's counters. */
const AT_ONCE = 5;
/** Milliseconds after which nothing more is begun: a request has 29 seconds. */
export const BEGINS_WITHIN = 20_000;
/** The most errors, and the most warnings, that a row lists. */
export const MOST_TEXTS = 20;

/** The message of a row that there was no time for. */
export const NOT_IN_TIME = 'Not done in time: send the file again.';

/** Works on all entries, a few at a time, in their order. */
export async function eachOf<T>(entries: readonly T[], work: (entry: T, place: number) => Promise<void>): Promise<void> {
  const waiting = entries.entries();
  const workNext = async (): Promise<void> => {
    for (const [place, entry] of waiting) await work(entry, place);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workNext));
}

/** A row of which nothing came yet. @param shown further fields, in the order of the answer after `id` */
export const blankResult = <More extends object>({ line, errors }: Row, shown: More): RowResult & More => ({
  ...{ line, outcome: 'unfinished', id: null },
  ...shown,
  ...{ message: null, errors: errors.slice(0, MOST_TEXTS), warnings: [] },
});

/** Errors of the cells that could not be read, and of the fields that break a rule. */
export function refused<R extends RowResult>(blank: R, row: Row, columns: Columns, problem?: Problem): R {
  const known = new Set(blank.errors.map(({ column }) => column));
  const errors = [
    ...blank.errors,
    ...cellErrors(row, columns, problem?.details as FieldErrors | undefined).filter(({ column }) => !known.has(column)),
  ];
  return {
    ...blank,
    outcome: 'refused',
    message: problem?.message ?? 'Cells cannot be read.',
    errors: errors.slice(0, MOST_TEXTS),
  };
}

/** What came of a row whose work ended with an error. A failure that may pass leaves it `unfinished`. */
export function failed<R extends RowResult>(blank: R, row: Row, columns: Columns, { status, error }: Refusal): R {
  const { message, details } = error;
  if (status === 409 && details?.['reason'] === 'duplicate')
    return { ...blank, outcome: 'skipped', id: String(details['documentId']), message };
  if (status >= 500 || status === 429) return { ...blank, outcome: 'unfinished', message };
  const errors = status === 422 ? cellErrors(row, columns, details as FieldErrors | undefined) : [];
  return { ...blank, outcome: 'refused', message, errors: errors.slice(0, MOST_TEXTS) };
}

const cellErrors = (row: Row, columns: Columns, fields: FieldErrors = {}): CellError[] =>
  Object.entries(fields).flatMap(([field, messages]) =>
    Array.isArray(messages) ? messages.map(message => ({ column: columnOf(columns, field, row), message })) : [],
  );

/** How many rows ended in which way. */
export function countsOf(rows: readonly Pick<RowResult, 'outcome'>[]) {
  const count = (...outcomes: RowResult['outcome'][]): number => rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    made: count('made', 'would_make'),
    skipped: count('skipped'),
    refused: count('refused'),
    unfinished: count('unfinished'),
  };
}
