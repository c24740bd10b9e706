import * as z from 'zod';
import { AwsError } from '../http.ts';
import { entryOf } from './errors.ts';

/** The most entries of a batch. */
const MOST = 10;
const ID = /^[\w-]{1,80}$/;

/** The entries of a batch as they come; each is checked by itself. */
export const entries = z.array(z.looseObject({ Id: z.string() }));

function checkBatch(batch: { Id: string }[]): void {
  if (batch.length === 0) throw new AwsError('EmptyBatchRequest', 400, 'There should be at least one entry in the request.');
  if (batch.length > MOST) {
    const message = `Maximum number of entries per request are ${MOST}. You have sent ${batch.length}.`;
    throw new AwsError('TooManyEntriesInBatchRequest', 400, message);
  }
  if (!batch.every(({ Id }) => ID.test(Id))) {
    const message =
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.';
    throw new AwsError('InvalidBatchEntryId', 400, message);
  }
  if (new Set(batch.map(({ Id }) => Id)).size < batch.length)
    throw new AwsError('BatchEntryIdsNotDistinct', 400, 'Two or more batch entries in the request have the same Id.');
}

/**
 * Runs a batch entry by entry: one that fails does not stop the others.
 *
 * @throws AwsError for a batch that SQS refuses as a whole
 */
export function inBatch<S extends z.ZodType>(batch: { Id: string }[], schema: S, run: (entry: z.infer<S>) => void) {
  checkBatch(batch);
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of batch) {
    try {
      run(entryOf(schema, entry));
      Successful.push({ Id: entry.Id });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, Code: error.code, Message: error.message, SenderFault: true });
    }
  }
  return { Successful, Failed };
}
