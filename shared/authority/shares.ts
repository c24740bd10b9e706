import type { MinuteCount } from './minute-count.ts';

/**
 * How the calls of a minute are spread over companies. Three levels of the window of all calls:
 *
 *   0 ─────────────── open to all ──────────────── 70 % ── background within its share ── 80 % ── callers within their share ── 100 %
 *
 * Below the first level everybody takes what there is, one company alone too. Above it, only who has not had the fair share of this
 * minute yet: so those who come late find room at once, and callers find room though the background is busy. When even that is used up,
 * a company that has had its share stops until the others have had theirs.
 */

/** Parts of the window up to which tokens are taken. */
const LEVELS = { open: 0.7, background: 0.8, caller: 1 };

/** What companies in the background share evenly in 60 seconds: their level, over a window that is longer than that. */
const BACKGROUND_MINUTE = 0.65;

/** Who asks for a token. */
export interface Asking {
  /** Whether a caller waits for the answer. */
  caller: boolean;
  /** What the company has had, and in which minute. */
  had: MinuteCount;
  /** How many companies have asked in a minute, this one included. */
  active: number;
  /** Epoch milliseconds. */
  at: number;
}

const MINUTE = 60_000;

/** The calls of a company in the last 60 seconds, as far as counts by the minute say. Pure. */
export function hadLately({ epochMinute, taken, takenBefore }: MinuteCount, at: number): number {
  const passed = Math.min(1, Math.max(0, at / MINUTE - epochMinute));
  return taken + takenBefore * (1 - passed);
}

/**
 * How many calls a company may have in 60 seconds before others come first: an even part. The callers of one that is alone have all; in
 * the background a place is kept for one more. One call at least. Pure.
 */
export function fairShare(limit: number, { caller, active }: Pick<Asking, 'caller' | 'active'>): number {
  if (caller && active <= 1) return Infinity;
  return Math.max(1, caller ? limit / active : (limit * BACKGROUND_MINUTE) / (active + 1));
}

/** Whether a company has not had its share yet, the call in question not counted. Pure. */
export const isWithinShare = (limit: number, asking: Asking): boolean =>
  hadLately(asking.had, asking.at) < fairShare(limit, asking);

/** How many of the window's blocks are for whom; at least one. Pure. */
export function blocksFor(blocks: number, level: keyof typeof LEVELS): number {
  return Math.max(1, Math.floor(blocks * LEVELS[level]));
}
