import { randomInt } from 'node:crypto';

/** Seconds over which work that waits for a limit comes back, so that not all of it comes at the same moment. */
export const WAIT_SPREAD_SECONDS = 15;

/** Waits of hours come back over a tenth of their time, and over a quarter of an hour at most. */
const MOST_SPREAD_SECONDS = 900;

/** The seconds that background work waits for a limit: never less than the limit says, and with jitter. */
export const waitFor = (retryAfter: number): number =>
  Math.ceil(retryAfter) +
  randomInt(1 + Math.min(MOST_SPREAD_SECONDS, Math.max(WAIT_SPREAD_SECONDS, Math.round(retryAfter / 10))));
