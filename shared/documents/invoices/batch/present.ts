import { rowOf } from '#shared/model/invoice-row.ts';
import { presentRow } from '../present/row.ts';
import type { StoredInvoice } from '../read.ts';
import type { Validation } from '../validation/result.ts';
import type { Outcome } from './run.ts';

/** The most fields that the error of a document names: the answers of 100 documents must fit into one. */
const MOST_FIELDS = 50;

/** The most errors, and the most warnings, of the validation of a document. */
const MOST_TEXTS = 20;

/** An error as a single request is answered with it. */
interface Refusal {
  status: number;
  error: { code: string; message: string; details?: Record<string, unknown> };
}

/** Whether a repetition may get further: the document was not refused, its work could not be done now. */
const isUnfinished = ({ status }: { status: number }): boolean => status >= 500 || status === 429;

/**
 * The result of each document (INV-83), and whether the work of all of them is done.
 *
 * @param refusalOf how a single request answers an error
 * @param validate a document that was made, by its place
 */
export async function presentBatch(
  outcomes: readonly Outcome[],
  refusalOf: (error: unknown) => Refusal,
  validate: (stored: StoredInvoice, place: number) => Promise<Validation>,
) {
  const results = await Promise.all(
    outcomes.map(async ({ stored, error }, index) => {
      const refusal = error === undefined ? undefined : refusalOf(error);
      return {
        index,
        status: refusal?.status ?? 201,
        invoice: stored ? presentRow(rowOf(stored.document)) : null,
        validation: stored ? shortenedValidation(await validate(stored, index)) : null,
        error: refusal ? shortened(refusal.error) : null,
      };
    }),
  );
  const refused = results.filter(({ error }) => error !== null).length;
  return { body: { results, succeeded: results.length - refused, refused }, isDone: !results.some(isUnfinished) };
}

const shortenedValidation = (all: Validation): Validation => ({
  ...all,
  errors: all.errors.slice(0, MOST_TEXTS),
  warnings: all.warnings.slice(0, MOST_TEXTS),
});

const shortened = ({ code, message, details }: Refusal['error']): Refusal['error'] => ({
  code,
  message,
  ...(details && { details: Object.fromEntries(Object.entries(details).slice(0, MOST_FIELDS)) }),
});
