/** When a message is sent again (decisions.md §Webhooks): the schedule of Standard Webhooks. Pure. */

const MINUTE = 60;
const HOUR = 3_600;

/** Seconds after the failure before: of the second attempt, the third … */
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

/** The first one included. */
export const MOST_ATTEMPTS = RETRY_SECONDS.length + 1;

const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * Seconds until the next attempt; null when it was the last one.
 *
 * @param attempt that failed, from 1 on @param random between 0 and 1
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

/** The seconds form of Retry-After; the date form is for people. */
const retryAfterSeconds = (header: string | undefined): number => (/^\d{1,9}$/.test(header ?? '') ? Number(header) : 0);

/** An endpoint without any success for so long is switched off. */
const HOPELESS_AFTER_MS = 120 * HOUR * 1000;

/**
 * Whether an endpoint is switched off after a failure.
 *
 * @param failingSince its first failure since its last success @param activeSince when it was made, or last switched on
 */
export const isHopeless = (
  { failingSince, activeSince }: { failingSince: string | null; activeSince: string },
  at: number,
): boolean => failingSince !== null && at - Math.max(Date.parse(failingSince), Date.parse(activeSince)) >= HOPELESS_AFTER_MS;

const LONGEST_DEFERRAL = 300;

/**
 * Seconds that an attempt waits for whose endpoint has as many under way as it may: twice as many each time, up to five minutes, so that
 * thousands that wait for one endpoint do not keep the queue busy.
 *
 * @param deferrals how often it has waited @param random between 0 and 1
 */
export const deferralSeconds = (deferrals: number, random: number): number =>
  Math.ceil(Math.min(LONGEST_DEFERRAL, 2 ** deferrals) * (0.5 + random / 2));
