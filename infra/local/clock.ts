import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDuration, parseTimestamp } from './duration.ts';

/** What `GET /_local/clock` shows: the instant (ISO 8601, UTC) and whether it stands still. */
export interface ClockState {
  now: string;
  frozen: boolean;
}

/** A pending timer, for `cancel`. */
export interface Timer {
  readonly at: number;
}

/** The clock of the local runtime, which people and tests turn. All instants are milliseconds since the epoch. */
export interface LocalClock {
  /** The current instant; hand it to `setTimeSource` of shared/kernel/clock.ts. */
  now(): number;
  state(): ClockState;
  /** Turns the clock forward. @throws RangeError when the text is not an ISO 8601 duration. */
  advance(duration: string): ClockState;
  /** Turns the clock to an instant, forward or back. @throws RangeError when the text is not an RFC 3339 timestamp. */
  set(timestamp: string): ClockState;
  /** Stops the clock where it stands, or lets it run on from there. */
  freeze(frozen: boolean): ClockState;
  /** Back to the machine's time, running. */
  reset(): ClockState;
  /**
   * Runs `fn` once this clock reaches `at`: in the very turn that passes it, else by a real timer. While the clock is
   * frozen only a turn can reach it. What `fn` throws or rejects with goes to `onError`, never further. A `waypoint` is a timer
   * from which further ones follow: `turnForward` (turn.ts) stops there.
   */
  schedule(at: number, fn: () => unknown, kind?: 'waypoint'): Timer;
  /** The earliest waypoint that is still ahead; undefined when there is none. */
  nextWaypoint(): number | undefined;
  cancel(timer: Timer): void;
  /** Calls `fn` after every turn (and the timers it ran); returns what ends that. */
  onTurn(fn: () => unknown): () => void;
  /** Drops every timer and listener. What the clock was turned to stays on disk. */
  close(): void;
}

interface Entry extends Timer {
  fn: () => unknown;
  isWaypoint: boolean;
  cancelled: boolean;
}

interface Setting {
  /** Added to the machine's time while the clock runs. */
  offset: number;
  /** The instant at which it stands, or null while it runs. */
  frozenAt: number | null;
}

/** setTimeout holds 32 bits of milliseconds; longer waits are armed again. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Opens the clock that is kept in `dataDir/clock.json`, so that a turned clock stays turned over a restart.
 * @throws Error when that file holds something else.
 */
export function openClock(
  dataDir: string,
  onError: (error: unknown) => void = error => console.error('A timer of the local clock failed:', error),
): LocalClock {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'clock.json');
  let setting = read(file);
  let timers: Entry[] = [];
  const listeners = new Set<() => unknown>();
  let armed: NodeJS.Timeout | undefined;

  const now = (): number => setting.frozenAt ?? Date.now() + setting.offset;
  const state = (): ClockState => ({ now: new Date(now()).toISOString(), frozen: setting.frozenAt !== null });

  const guarded = (fn: () => unknown): void => {
    try {
      Promise.resolve(fn()).catch(onError);
    } catch (error) {
      onError(error);
    }
  };

  const runDue = (): void => {
    const instant = now();
    const split = timers.findIndex(timer => timer.at > instant);
    // Taken out first: a timer that one of these sets for the same instant runs after the turn, so that none can loop in it.
    const due = timers.splice(0, split === -1 ? timers.length : split);
    for (const timer of due) if (!timer.cancelled) guarded(timer.fn);
    arm();
  };

  const arm = (): void => {
    clearTimeout(armed);
    const [next] = timers;
    if (!next) return;
    const wait = next.at - now();
    if (wait > 0 && setting.frozenAt !== null) return;
    armed = setTimeout(runDue, Math.min(Math.max(wait, 0), LONGEST_TIMEOUT));
    // A clock keeps nobody's process alive.
    armed.unref();
  };

  const turn = (to: Setting): ClockState => {
    setting = to;
    write(file, to);
    runDue();
    for (const listener of listeners) guarded(listener);
    return state();
  };

  const standAt = (instant: number): Setting =>
    setting.frozenAt === null ? { offset: instant - Date.now(), frozenAt: null } : { offset: 0, frozenAt: instant };

  return {
    now,
    state,
    advance: duration => turn(standAt(addDuration(now(), duration))),
    set: timestamp => turn(standAt(parseTimestamp(timestamp))),
    freeze: frozen => {
      const instant = now();
      return turn(frozen ? { offset: 0, frozenAt: instant } : { offset: instant - Date.now(), frozenAt: null });
    },
    reset: () => turn({ offset: 0, frozenAt: null }),
    nextWaypoint: () => timers.find(timer => timer.isWaypoint)?.at,
    schedule: (at, fn, kind) => {
      const timer: Entry = { at, fn, isWaypoint: kind === 'waypoint', cancelled: false };
      const position = timers.findLastIndex(other => other.at <= at) + 1;
      timers.splice(position, 0, timer);
      if (position === 0) arm();
      return timer;
    },
    cancel: timer => {
      const entry = timer as Entry;
      entry.cancelled = true;
      const position = timers.indexOf(entry);
      if (position === -1) return;
      timers.splice(position, 1);
      if (position === 0) arm();
    },
    onTurn: fn => {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
    close: () => {
      timers = [];
      listeners.clear();
      clearTimeout(armed);
    },
  };
}

function read(file: string): Setting {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { offset: 0, frozenAt: null };
    throw error;
  }
  const { offset, frozenAt } = parsed(text);
  if (typeof offset !== 'number' || !(frozenAt === null || typeof frozenAt === 'number')) {
    throw new Error(`${file} is not a clock's setting: delete it to start from the machine's time.`);
  }
  return { offset, frozenAt };
}

function parsed(text: string): Partial<Record<keyof Setting, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Written beside and renamed over, so that no crash leaves half a file. */
function write(file: string, setting: Setting): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(setting));
  renameSync(fresh, file);
}
