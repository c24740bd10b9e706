import type { ClockState, LocalClock } from '../clock.ts';
import { addDuration, parseTimestamp } from './duration.ts';
import type { TableTransport } from '../engines/dynamodb/table-transport.ts';
import { type PlannedWork, plannedWork } from './planned-work.ts';

/** The most instants to stop at: protects against a state machine that polls endlessly. */
const MOST_STOPS = 500;

/** The schedule of planned submissions takes each at the latest so long after its time. */
const TAKEN_WITHIN_MS = 5 * 60_000;

/** Where to set the clock: forward by an ISO 8601 duration, or to an RFC 3339 timestamp. */
export type Turn = { advance: string } | { set: string };

/** Sets the clock of a runtime as `turnForward`. @param settle by default waits until the system is idle */
export type TurnClock = (to: Turn, settle?: () => Promise<unknown>) => Promise<ClockState>;

export const turnOf = (clock: LocalClock, idle: () => Promise<unknown>, table: TableTransport): TurnClock => {
  const planned = plannedWork(table);
  return (to, settle = idle) => turnForward(clock, to, settle, planned);
};

/**
 * Sets the clock forward step by step: it stops at each timer of a state machine, and where a schedule takes a planned submission, and waits
 * until the work that this starts is done. So a submission and its ten polls at intervals of hours all happen in one call, each at its
 * time. Backward it sets the clock at once.
 *
 * @param settle resolves when all running work is done or waits for the clock
 * @throws RangeError when the text is not an ISO 8601 duration or RFC 3339 timestamp
 */
export async function turnForward(
  clock: LocalClock,
  to: Turn,
  settle: () => Promise<unknown>,
  planned: PlannedWork = () => Promise.resolve(undefined),
): Promise<ClockState> {
  const target = 'advance' in to ? addDuration(clock.now(), to.advance) : parseTimestamp(to.set);
  if (target > clock.now()) await settle();
  /** Planned submissions up to this instant have had their stop. One that fails is planned again, and has another one. */
  let seen = clock.now() - TAKEN_WITHIN_MS;
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    const due = await planned(seen, target - TAKEN_WITHIN_MS);
    const taken = due === undefined ? Infinity : due + TAKEN_WITHIN_MS;
    const next = Math.min(clock.nextWaypoint() ?? Infinity, taken);
    if (next > target) break;
    // A waypoint that is already due is running.
    if (next > clock.now()) clock.set(new Date(Math.ceil(next)).toISOString());
    await settle();
    if (due !== undefined && next === taken) seen = due;
  }
  // Real time that passed meanwhile is not undone.
  const arrived = target < clock.now() && 'advance' in to ? clock.state() : clock.set(new Date(target).toISOString());
  await settle();
  return arrived;
}
