import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../kernel/errors.ts';

/** When a call to DynamoDB that was not done is sent again, and for how long (serverless.md §2.6). */

/** For throttles and lost answers, of which the SDK has tried four already: 12 sends, none after 8 seconds. */
const MAX_SENDS = 12;
const PATIENCE_MILLIS = 8_000;
/**
 * Conflicts are answered at once, and the item is free again in milliseconds: many callers that want it get it one after the other.
 * Waits stay short, and none is sent again after 15 seconds, since an API call has to answer within 29 (milliseconds).
 */
const MAX_CONFLICTS = 80;
const CONFLICT_PATIENCE_MILLIS = 15_000;
const CONFLICT_WAIT_MILLIS = 500;

/** An error of TransactWriteItems, with a reason for each write. */
export interface Cancellation {
  CancellationReasons?: { Code?: string; Item?: Record<string, never> }[];
}

/** Full jitter: any wait up to a bound that doubles with each try (milliseconds). */
export const jitter = (attempt: number, capMillis = 1_000): Promise<void> =>
  sleep(randomInt(1 + Math.min(capMillis, 20 * 2 ** Math.min(attempt, 10))));

/** Whether DynamoDB refused a write because a transaction on one of its items is in progress: nothing was written. */
export const isConflict = (error: unknown): boolean =>
  (error as Error).name === 'TransactionConflictException' ||
  ((error as Cancellation).CancellationReasons ?? []).some(reason => reason.Code === 'TransactionConflict');

/**
 * Waits before a write is sent again, with full jitter.
 *
 * @param conflict whether it was refused because a transaction is in progress
 * @param startedAt of the first send, by `performance.now()`
 * @throws 503 when it was tried for long enough
 */
export async function waitForNextSend(conflict: boolean, attempt: number, startedAt: number, cause: unknown): Promise<void> {
  const passed = performance.now() - startedAt;
  const [sends, patience] = conflict ? [MAX_CONFLICTS, CONFLICT_PATIENCE_MILLIS] : [MAX_SENDS, PATIENCE_MILLIS];
  const patient = attempt + 1 < sends && passed < patience;
  if (!patient) throw unavailable('The service is busy; try again.', { retryAfter: 1, cause });
  await jitter(attempt, conflict ? CONFLICT_WAIT_MILLIS : undefined);
}
