import type { ClockState, LocalClock } from '../clock.ts';
import { addDuration, parseTimestamp } from './duration.ts';

/** The most waypoints to stop at: protects against a state machine that polls endlessly. */
const MOST_STOPS = 500;

/**
 * Sets the clock forward step by step: it stops at each timer of a state machine and waits until the work that this starts is done,
 * so that ten polls at intervals of hours all happen in one call, each at its time. Backward it sets the clock at once.
 *
 * @param settle resolves when all running work is done or waits for the clock
 * @throws RangeError when the text is not an ISO 8601 duration or RFC 3339 timestamp
 */
export async function turnForward(
  clock: LocalClock,
  to: { advance: string } | { set: string },
  settle: () => Promise<unknown>,
): Promise<ClockState> {
  const target = 'advance' in to ? addDuration(clock.now(), to.advance) : parseTimestamp(to.set);
  if (target > clock.now()) await settle();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    const next = clock.nextWaypoint();
    if (next === undefined || next > target) break;
    // A waypoint that is already due is running.
    if (next > clock.now()) clock.set(new Date(Math.ceil(next)).toISOString());
    await settle();
  }
  // Real time that passed meanwhile is not undone.
  const arrived = target < clock.now() && 'advance' in to ? clock.state() : clock.set(new Date(target).toISOString());
  await settle();
  return arrived;
}
