import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '#shared/base/kernel/errors.ts';

/** Retries of calls to DynamoDB that were refused or whose response was lost. */

/** For throttling and lost answers: 12 sends, none after 8 seconds. Each send already includes the SDK's own four tries. */
const MAX_SENDS = 12;
const PATIENCE_MILLIS = 8_000;
/**
 * For transaction conflicts: DynamoDB reports them at once and the item is free again in milliseconds, so
 * waits are short. No write is retried after 15 seconds, since an API call has to respond within 29 seconds.
 */
const MAX_CONFLICTS = 80;
const CONFLICT_PATIENCE_MILLIS = 15_000;
const CONFLICT_WAIT_MILLIS = 500;

/** An error of TransactWriteItems, with a reason for each write. */
export interface Cancellation {
  CancellationReasons?: { Code?: string; Item?: Record<string, never> }[];
}

/** Sleeps for a random time (full jitter), up to a bound that doubles with each try but never exceeds `capMillis`. */
export const sleepWithJitter = (attempt: number, capMillis = 1_000): Promise<void> =>
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
 * @throws 503 when the number of sends or the time is used up
 */
export async function waitForNextSend(conflict: boolean, attempt: number, startedAt: number, cause: unknown): Promise<void> {
  const passed = performance.now() - startedAt;
  const [sends, patience] = conflict ? [MAX_CONFLICTS, CONFLICT_PATIENCE_MILLIS] : [MAX_SENDS, PATIENCE_MILLIS];
  const patient = attempt + 1 < sends && passed < patience;
  if (!patient) throw unavailable('The service is busy; try again.', { retryAfter: 1, cause });
  await sleepWithJitter(attempt, conflict ? CONFLICT_WAIT_MILLIS : undefined);
}
