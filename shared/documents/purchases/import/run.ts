import type * as z from 'zod';
import type { Actor } from '#shared/platform/access/model.ts';
import {
  BEGINS_WITHIN,
  blankResult,
  countsOf,
  eachOf,
  failed,
  MOST_TEXTS,
  NOT_IN_TIME,
  type Refusal,
  refused,
} from '#shared/documents/common/csv-import/outcome.ts';
import type { Row } from '#shared/documents/common/csv-import/file.ts';
import { Problem, unavailable } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { through } from '#shared/platform/lambda/endpoint/request.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import { createPurchase, plannedPurchase } from '../create.ts';
import { type PurchaseBody, purchaseBody } from '../input.ts';
import { COLUMNS } from './rows.ts';
import type { importSchema } from './schema.ts';

/** Enters the purchases of a file, each in a transaction of its own (PUR-12 to PUR-14). What is there already is skipped. */

interface Import {
  company: Company;
  by: Actor;
  rows: readonly Row[];
  /** Nothing is written: the answer says what would be made. */
  dryRun: boolean;
  /** The current time in milliseconds, by any clock. */
  clock?: () => number;
}

type RowResult = z.output<typeof importSchema>['rows'][number];

/** @param refusalOf how a single request answers an error */
export async function runPurchaseImport(
  { company, by, rows, dryRun, clock = () => performance.now() }: Import,
  refusalOf: (error: unknown) => Refusal,
) {
  const endsAt = clock() + BEGINS_WITHIN;
  const results: RowResult[] = [];
  /** In a trial: the places in the file of what would be made, so that a second row of the same document is found. */
  const planned = new Map<string, number>();
  const running = new Map<string, Promise<RowResult>>();
  const work = async (row: Row, place: number): Promise<void> => {
    // Of rows of one document, the first in the file is the one that is made.
    const key = JSON.stringify([row.body['number'], row.body['issueDate']]);
    const result = Promise.resolve(running.get(key)).then(() => resultOf(row));
    running.set(key, result);
    results[place] = await result;
  };
  const resultOf = async (row: Row): Promise<RowResult> => {
    const blank: RowResult = blankResult(row, { number: null });
    try {
      const body = bodyOf(row);
      if (body instanceof Problem || row.errors.length > 0)
        return refused(blank, row, COLUMNS, body instanceof Problem ? body : undefined);
      if (clock() > endsAt) throw unavailable(NOT_IN_TIME, { retryAfter: 1, isExpected: true });
      const request = { company, body, by };
      if (!dryRun) {
        const { document, warnings = [] } = await createPurchase(request, commitPlainly);
        return { ...blank, outcome: 'made', id: document.id, number: document.number, warnings: warnings.slice(0, MOST_TEXTS) };
      }
      const { document, warnings, context } = await plannedPurchase(request);
      const key = `${context.own.key.sk} ${document.issueDate}`;
      const earlier = planned.get(key);
      const shown = { ...blank, number: document.number, warnings: warnings.slice(0, MOST_TEXTS) };
      if (earlier !== undefined) return { ...shown, outcome: 'skipped', message: `The document is in line ${earlier} already.` };
      planned.set(key, row.line);
      return { ...shown, outcome: 'would_make' };
    } catch (error) {
      return failed(blank, row, COLUMNS, refusalOf(error));
    }
  };
  await eachOf(rows, work);
  const counts = countsOf(results);
  return { result: { dryRun, rows: results, ...counts }, isDone: counts.unfinished === 0 };
}

function bodyOf({ body }: Row): PurchaseBody | Problem {
  const parsed = through(purchaseBody, body, 422);
  return parsed.problem ? parsed.problem : parsed.value;
}
