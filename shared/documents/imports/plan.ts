import type { Columns, Row } from '#shared/documents/common/csv-import/file.ts';
import { blankResult, MOST_TEXTS, refused, type RowResult } from '#shared/documents/common/csv-import/outcome.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { through } from '#shared/platform/lambda/endpoint/request.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type * as z from 'zod';
import type { ImportBody } from './input.ts';

/** What an import would do, before it does it (IMP-2, IMP-3). */

/** What came, or would come, of a row. */
export type Planned = RowResult & {
  /** Of the record, as people know it. */
  name: string | null;
};

/** What one transaction stores, of one row or of several. */
export interface Step {
  /** The places of its rows. */
  rows: readonly number[];
  /** What is stored, without ids and times: a preview is confirmed for this alone. */
  content: unknown;
  /** Stores it. What is there by now is `skipped`. */
  make: () => Promise<Made>;
}

export interface Made {
  outcome: 'made' | 'skipped';
  id: string | null;
  message: string | null;
}

/** The sum of the opening balances of a role in a currency that are new. */
export interface Sum {
  role: 'client' | 'supplier';
  currency: string;
  amount: number;
  balances: number;
}

export interface Plan {
  /** In the order of the file. */
  rows: Planned[];
  steps: Step[];
  sums: Sum[];
}

export interface Planning {
  company: CompanyId;
  rows: readonly Row[];
  columns: Columns;
}

/** A row whose cells fit the schema of its request, or what is wrong with it. */
export type Checked<T> = { row: Row; blank: Planned; value: T } | { row: Row; blank: Planned; value: null };

/** Checks each row alone. */
export const checkedRows = <T>(
  { rows, columns }: Planning,
  schema: z.ZodType<T>,
  nameOf: (body: Record<string, unknown>) => unknown,
): Checked<T>[] =>
  rows.map(row => {
    const name = nameOf(row.body);
    const blank: Planned = blankResult(row, { name: typeof name === 'string' ? name.slice(0, 255) : null });
    const { problem, value } = through(schema, row.body, 422);
    if (problem || row.errors.length > 0) return { row, blank: refused(blank, row, columns, problem), value: null };
    return { row, blank, value };
  });

/** What a rule says against a row, as its result; anything but a refusal is thrown. */
export function refusal(error: unknown, blank: Planned, row: Row, columns: Columns): Planned {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  return refused(blank, row, columns, error);
}

export const wouldMake = (blank: Planned, warnings: readonly string[] = []): Planned => ({
  ...blank,
  outcome: 'would_make',
  warnings: warnings.slice(0, MOST_TEXTS),
});

export const skippedFor = (blank: Planned, message: string, id: string | null = null): Planned => ({
  ...blank,
  outcome: 'skipped',
  message,
  id,
});

/**
 * What the caller sends back to confirm a preview: a digest of company, kind, file and of all that would come of it. It proves nothing but that the
 * caller has seen this preview: every caller may ask for one, so that it needs no secret (ADR 0060).
 */
export const confirmationOf = (company: CompanyId, { kind, csv }: ImportBody, { rows, steps }: Plan): string =>
  sha256(JSON.stringify([company, kind, sha256(csv), rows, steps.map(step => [step.rows, step.content])]));
