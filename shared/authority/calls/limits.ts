import { localDay, localInstant } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { setting } from '#shared/platform/settings/settings.ts';

/**
 * The limits that the tax authority sets (EIN-32), as windows of tokens. A call
 * is counted before it is made. It is not known when the authority's own minutes and days begin, so a token leaves its window only
 * when the authority cannot count the call in a current minute or day any more.
 */

/** The authority's limits of calls per day, each for one subject. */
const A_DAY = {
  /** Message lists, by tax id. */
  list: 1500,
  /** Downloads, by message. */
  download: 10,
  /** Checks of a status, by upload. */
  status: 100,
  /** Uploads, by tax id. */
  upload: 1000,
} as const;

export type LimitedOperation = keyof typeof A_DAY;

/** An operation with a limit per day, the register of companies per second, or all calls per minute. */
export type AuthorityLimit = LimitedOperation | 'register' | 'calls';

/** What a call counts against. */
export type AuthorityCall =
  | { operation: LimitedOperation; /** The digits of a tax id, the id of a message or of an upload. */ subject: string }
  /** Counts against the limit of all calls, and that of the register of companies per second. */
  | { operation: 'register' }
  /** Counts against the limit of all calls alone: consent. */
  | { operation: 'other' };

/** A tax id without `RO` and blanks, as limits are keyed and as the authority accepts it. */
export const digitsOf = (cif: string): string => cif.replace(/\s/g, '').replace(/^RO/i, '');

/**
 * A sliding window of at most `blocks` × `blockSize` tokens. Its item stores when each of the last blocks was opened: smaller
 * blocks make the window more exact, more blocks make its item larger.
 */
export interface TokenWindow {
  blocks: number;
  blockSize: number;
  /** When a token that was taken at `token` has left the window; both in epoch milliseconds. */
  leaves(token: number): number;
}

const MOST_BLOCKS = 50;

/**
 * The smallest blocks of which there are at most `MOST_BLOCKS`; rounding makes the window smaller, never larger, than the limit.
 */
const blocksOf = (limit: number): Pick<TokenWindow, 'blocks' | 'blockSize'> => {
  const blockSize = Math.ceil(limit / MOST_BLOCKS);
  return { blocks: Math.floor(limit / blockSize), blockSize };
};

/** Timeout of a count in milliseconds: a call that is not counted by then is not made. */
export const COUNT_MILLIS = 3_000;
/** Milliseconds that a call to the registers or for a consent may take; those of the other services have a setting. */
export const CALL_MILLIS = 10_000;

/**
 * The most milliseconds between the count of a call and its arrival at the authority: the timeouts of the call and of the count.
 */
const travelMillis = (): number => Math.max(CALL_MILLIS, setting('TAXAUTH_TIMEOUT_MS')) + COUNT_MILLIS;

const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** All calls, of every company and kind. */
export const allCalls = (): TokenWindow => ({
  ...blocksOf(setting('TAXAUTH_CALLS_PER_MINUTE')),
  leaves: token => token + MINUTE + travelMillis(),
});

/** Calls take different times to arrive: two that are sent a second apart may arrive closer together. */
const SECOND_MARGIN = 100;

/**
 * Calls of the register of companies. Unlike the other limits, this one may be exceeded when a call is delayed on its way: a second
 * plus the timeouts would leave one call in 14 seconds. Callers treat a refusal by the register as one that is not available.
 */
export const registerCalls = (): TokenWindow => ({
  ...blocksOf(setting('COMPANY_REGISTRY_CALLS_PER_SECOND')),
  leaves: token => token + SECOND + SECOND_MARGIN,
});

/** The calls of an operation about one subject. */
export const callsOfDay = (operation: LimitedOperation): TokenWindow => ({
  ...blocksOf(A_DAY[operation]),
  leaves: token => Math.max(token + DAY, endOfDay(token)) + travelMillis(),
});

/** The end of the day in Romania (epoch milliseconds); the day on which summer time ends has 25 hours. */
function endOfDay(at: number): number {
  return Date.parse(localInstant(addDays(localDay(new Date(at).toISOString()), 1), '00:00'));
}
