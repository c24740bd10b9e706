import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter than the timeout of load balancers, and than the SDK's own retries. */
const PATIENCE_MILLIS = 2_000;

/**
 * Whether a service answers a call within 2 seconds, for health checks.
 *
 * @param call gets a signal that aborts it after that time
 */
export function answersInTime(call: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
  const answered = call(AbortSignal.timeout(PATIENCE_MILLIS)).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(PATIENCE_MILLIS, false, { ref: false })]);
}
