import type { MinuteCount } from './minute-count.ts';

/**
 * How the calls of a minute are spread over companies. Three levels of the window of all calls:
 *
 *   0 ────────────── open to all ────────── 70 % ── background within its share ── 80 % ── callers within their share ── 100 %
 *
 * Below the first level any company may take tokens, even all of them. Above it, only companies that have not used their fair share
 * of this minute may: a company that starts late gets tokens at once, and so do callers while background work is busy. When that
 * part is used up too, a company that has used its share stops until the others have used theirs.
 */

/** The part of the window (0 to 1) that each level may fill. */
const LEVELS = { open: 0.7, background: 0.8, caller: 1 };

/** The part of the limit that background work of all companies shares in 60 seconds: below its level, as the window is longer. */
const BACKGROUND_MINUTE = 0.65;

/** A request for a token. */
export interface Asking {
  /** Whether an API caller waits for the result; false for background work. */
  caller: boolean;
  /** The calls that the company has made in this minute and the one before. */
  had: MinuteCount;
  /** How many companies have requested tokens in a minute, this one included. */
  active: number;
  /** Epoch milliseconds. */
  at: number;
}

const MINUTE = 60_000;

/** The calls of a company in the last 60 seconds, estimated from its counts per minute. Pure. */
export function hadLately({ epochMinute, taken, takenBefore }: MinuteCount, at: number): number {
  const passed = Math.min(1, Math.max(0, at / MINUTE - epochMinute));
  return taken + takenBefore * (1 - passed);
}

/**
 * How many calls a company may make in 60 seconds before others take precedence: an even part of `limit`, at least one call.
 * Callers of the only active company have no limit; for background work the share of one more company is kept free. Pure.
 */
export function fairShare(limit: number, { caller, active }: Pick<Asking, 'caller' | 'active'>): number {
  if (caller && active <= 1) return Infinity;
  return Math.max(1, caller ? limit / active : (limit * BACKGROUND_MINUTE) / (active + 1));
}

/** Whether a company has not used its share yet, not counting the requested call. Pure. */
export const isWithinShare = (limit: number, asking: Asking): boolean =>
  hadLately(asking.had, asking.at) < fairShare(limit, asking);

/** How many of the window's blocks a level may fill; at least one. Pure. */
export function blocksFor(blocks: number, level: keyof typeof LEVELS): number {
  return Math.max(1, Math.floor(blocks * LEVELS[level]));
}
