/** The retry schedule of messages, that of Standard Webhooks (WHK-31). Pure. */

const MINUTE = 60;
const HOUR = 3_600;

/** Seconds from a failed attempt to the next one: to the second attempt, the third, … */
export const RETRY_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * Seconds until the next attempt; null when there is none, after the last attempt or a 410.
 *
 * @param attempt number of the failed attempt, from 1
 * @param random from 0 to 1, for jitter
 */
export function retryAfterFailure(
  attempt: number,
  { responseCode, responseHeaders }: { responseCode: number; responseHeaders: Record<string, string> | null },
  random: number,
): number | null {
  const planned = RETRY_SECONDS[attempt - 1];
  if (planned === undefined || responseCode === 410) return null;
  const jittered = planned * (1 + JITTER * (2 * random - 1));
  const asked = responseCode === 429 || responseCode === 503 ? retryAfterSeconds(responseHeaders?.['retry-after']) : 0;
  return Math.max(jittered, Math.min(asked, LONGEST_RETRY_AFTER));
}

/** The value of a Retry-After header in seconds; 0 for the date form, which is not supported. */
const retryAfterSeconds = (header: string | undefined): number => (/^\d{1,9}$/.test(header ?? '') ? Number(header) : 0);

/** An endpoint that failed for as long without any success is switched off. */
const HOPELESS_AFTER_MS = 120 * HOUR * 1000;

/**
 * Whether an endpoint is to be switched off after a failure: `failingSince` is its first failure since its last success,
 * `activeSince` the instant when it was created or last switched on.
 *
 * @param at milliseconds since the epoch
 */
export const isHopeless = (
  { failingSince, activeSince }: { failingSince: string | null; activeSince: string },
  at: number,
): boolean => failingSince !== null && at - Math.max(Date.parse(failingSince), Date.parse(activeSince)) >= HOPELESS_AFTER_MS;

const LONGEST_DEFERRAL = 300;

/**
 * Seconds to wait when all slots of the endpoint are taken: exponential backoff with jitter, up to five minutes, so that thousands
 * of attempts that wait for one endpoint do not keep the queue busy.
 *
 * @param deferrals how often the attempt was deferred before
 * @param random from 0 to 1
 */
export const deferralSeconds = (deferrals: number, random: number): number =>
  Math.ceil(Math.min(LONGEST_DEFERRAL, 2 ** deferrals) * (0.5 + random / 2));
