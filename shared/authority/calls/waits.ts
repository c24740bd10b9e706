import { randomInt } from 'node:crypto';

/** The least jitter, in seconds, for retries of work that waits for a limit, so that not all of it retries at once. */
export const WAIT_SPREAD_SECONDS = 15;

/** The most jitter: that of long waits is a tenth of the wait, and a quarter of an hour at most. */
const MOST_SPREAD_SECONDS = 900;

/** Seconds until background work that met a limit retries: `retryAfter` (seconds) plus jitter. */
export const waitFor = (retryAfter: number): number =>
  Math.ceil(retryAfter) +
  randomInt(1 + Math.min(MOST_SPREAD_SECONDS, Math.max(WAIT_SPREAD_SECONDS, Math.round(retryAfter / 10))));
