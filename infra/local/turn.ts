import type { ClockState, LocalClock } from './clock.ts';
import { addDuration, parseTimestamp } from './duration.ts';

/** How many waypoints one turn stops at: a machine that polls for ever must not hold it for ever. */
const MOST_STOPS = 500;

/**
 * Turns the clock forward as time itself would pass: it stops at each wait of a state machine on the way and lets run what
 * follows from it, so that ten polls that lie hours apart all happen in one turn, each in its time. Backward it turns at once.
 *
 * @param settle resolves when nothing runs that does not wait on the clock
 * @throws RangeError when the text is no ISO 8601 duration, or no RFC 3339 timestamp
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
    // One that is due already is being run.
    if (next > clock.now()) clock.set(new Date(Math.ceil(next)).toISOString());
    await settle();
  }
  // Time that passed meanwhile is not taken back.
  const arrived = target < clock.now() && 'advance' in to ? clock.state() : clock.set(new Date(target).toISOString());
  await settle();
  return arrived;
}
