import { localDay, localInstant } from '../kernel/clock.ts';
import { addDays } from '../kernel/dates.ts';
import { setting } from '../settings/settings.ts';

/**
 * The limits that the tax authority sets (interface.md §Limits, "Tax-authority integration limits"), as windows of tokens. A call is
 * counted before it is made; a token leaves its window when the call cannot be in any window of the authority any more, wherever the
 * authority lets its minutes and days begin.
 */

/** What the authority limits by the day, each for one subject. */
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

/** A call, as the limits see it. */
export type AuthorityCall =
  | { operation: LimitedOperation; /** The digits of a tax id, the id of a message or of an upload. */ subject: string }
  /** Only the limit of all calls is for it: registers, consent. */
  | { operation: 'other' };

/** A tax id as the limits name it, and the authority takes it: without `RO` and blanks. */
export const digitsOf = (cif: string): string => cif.replace(/\s/g, '').replace(/^RO/i, '');

/**
 * A window: `blocks` × `blockSize` tokens at most. Its item holds when each of the last blocks was opened, so a window is as exact
 * as its blocks are small, and as large as they are many.
 */
export interface TokenWindow {
  blocks: number;
  blockSize: number;
  /** The instant (epoch milliseconds) at which a token of another instant has left the window. */
  leaves(token: number): number;
}

const MOST_BLOCKS = 50;

/** As few tokens a block as make at most 50 blocks; where they do not come out even, the window is smaller, never larger, than the limit. */
const blocksOf = (limit: number): Pick<TokenWindow, 'blocks' | 'blockSize'> => {
  const blockSize = Math.ceil(limit / MOST_BLOCKS);
  return { blocks: Math.floor(limit / blockSize), blockSize };
};

/** Milliseconds after which a count that has no answer is given up: what may be counted later than that is not called. */
export const COUNT_MILLIS = 3_000;
/** Milliseconds that a call to the registers or for a consent may take; those of the other services have a setting. */
export const CALL_MILLIS = 10_000;

/** How much later (milliseconds) than it was counted a call may reach the authority: the end of its own time, and that of the count's. */
const travelMillis = (): number => Math.max(CALL_MILLIS, setting('TAXAUTH_TIMEOUT_MS')) + COUNT_MILLIS;

const MINUTE = 60_000;
const DAY = 86_400_000;

/** All calls, of every company and kind. */
export const allCalls = (): TokenWindow => ({
  ...blocksOf(setting('TAXAUTH_CALLS_PER_MINUTE')),
  leaves: token => token + MINUTE + travelMillis(),
});

/** The calls of an operation about one subject. */
export const callsOfDay = (operation: LimitedOperation): TokenWindow => ({
  ...blocksOf(A_DAY[operation]),
  leaves: token => Math.max(token + DAY, endOfDay(token)) + travelMillis(),
});

/** The end of the day in Romania: the one on which summer time ends has 25 hours. */
function endOfDay(at: number): number {
  return Date.parse(localInstant(addDays(localDay(new Date(at).toISOString()), 1), '00:00'));
}
