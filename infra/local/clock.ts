import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDuration, parseTimestamp } from './control/duration.ts';

/** The response of `GET /_local/clock`: the instant (ISO 8601, UTC) and whether the clock is stopped. */
export interface ClockState {
  now: string;
  frozen: boolean;
}

/** A pending timer, for `cancel`. */
export interface Timer {
  readonly at: number;
}

/** The clock of the local runtime, which developers and tests can set. All instants are milliseconds since the epoch. */
export interface LocalClock {
  /** The current instant; hand it to `setTimeSource` of shared/base/kernel/clock.ts. */
  now(): number;
  state(): ClockState;
  /** Sets the clock forward. @throws RangeError when the text is not an ISO 8601 duration. */
  advance(duration: string): ClockState;
  /** Sets the clock to an instant, forward or back. @throws RangeError when the text is not an RFC 3339 timestamp. */
  set(timestamp: string): ClockState;
  /** Stops the clock at its current instant, or lets it run on from there. */
  freeze(frozen: boolean): ClockState;
  /** Sets the clock to the machine's time and lets it run. */
  reset(): ClockState;
  /**
   * Runs `fn` once this clock reaches `at`: synchronously when the clock is set past it, else by a real timer. While the clock is
   * frozen, only setting it can reach `at`. Errors of `fn` are passed to `onError`. A `waypoint` is a timer
   * that may schedule further ones: `turnForward` (turn.ts) stops there.
   */
  schedule(at: number, fn: () => unknown, kind?: 'waypoint'): Timer;
  /** The instant of the earliest pending waypoint; undefined when there is none. */
  nextWaypoint(): number | undefined;
  cancel(timer: Timer): void;
  /** Calls `fn` whenever the clock was set, after the timers that became due. @returns a function that removes the listener */
  onTurn(fn: () => unknown): () => void;
  /** Removes every timer and listener. The setting stays on disk. */
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

/** The longest delay of setTimeout (32 bits of milliseconds); after it, the timer is set again. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Opens the clock whose setting is stored in `dataDir/clock.json`, so that it survives restarts.
 * @throws Error when that file is not valid.
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
    // Removed before they run: a timer that one of them schedules for the same instant runs later, which prevents an endless loop.
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
    // The timer must not keep the process alive.
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

/** Writes a temporary file and renames it, so that a crash leaves no incomplete file. */
function write(file: string, setting: Setting): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(setting));
  renameSync(fresh, file);
}
