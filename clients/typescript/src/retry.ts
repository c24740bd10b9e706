import { secondsOf } from './errors.ts';

/** When a request is sent again, and after how long: exponential backoff with full jitter, or what the service says in `Retry-After`. */

export interface RetryOptions {
  /** How often a request is sent at the most; 4 by default, 1 for no retries. */
  attempts?: number;
  /** The longest wait before another attempt, in milliseconds; 20 seconds by default. A longer `Retry-After` is not waited for. */
  longestWait?: number;
}

export const RETRY_DEFAULTS: Required<RetryOptions> = { attempts: 4, longestWait: 20_000 };

/** The wait before the first retry is at most this long; before each further one twice as long. */
const FIRST_WAIT = 250;

/** Statuses of requests that the service has not begun, or may not have finished. */
const PASSING = new Set([429, 502, 503, 504]);

/**
 * Methods whose repetition changes nothing. A POST is repeated only with an `Idempotency-Key`: the service then answers the second
 * request with the response to the first.
 */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

export const isRepeatable = (method: string, headers: Headers): boolean =>
  REPEATABLE.has(method) || headers.has('idempotency-key');

/**
 * The wait before the next attempt, in milliseconds; undefined to give up.
 * @param response of the last attempt; undefined when there was none (network failure)
 * @param made how many attempts were made
 * @param random from 0 to 1
 */
export function nextWait(
  response: Pick<Response, 'status' | 'headers'> | undefined,
  made: number,
  { attempts, longestWait }: Required<RetryOptions>,
  random: number,
): number | undefined {
  if (made >= attempts) return undefined;
  if (response && !PASSING.has(response.status)) return undefined;
  const asked = secondsOf(response?.headers.get('retry-after') ?? null);
  if (asked !== undefined) return asked * 1000 <= longestWait ? asked * 1000 : undefined;
  return Math.min(longestWait, FIRST_WAIT * 2 ** (made - 1)) * random;
}
