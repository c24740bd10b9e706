import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter than load balancers wait, and than the SDK would go on trying. */
const PATIENCE_MILLIS = 2_000;

/**
 * Whether a service answers a call in good time, for health checks.
 *
 * @param call is given the signal that ends its tries
 */
export function answersInTime(call: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
  const answered = call(AbortSignal.timeout(PATIENCE_MILLIS)).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(PATIENCE_MILLIS, false, { ref: false })]);
}
