import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackgroundEntry } from '../../catalogue.ts';
import type { AsynchronousRuns } from './asynchronous.ts';
import type { LocalClock, Timer } from '../clock.ts';

/** Options for running the functions of kind `schedule` by the local clock, like the rates of EventBridge Scheduler. */
export interface SchedulesOptions {
  /** Stores the next run of each schedule in its file `schedules.json`. */
  dataDir: string;
  clock: LocalClock;
  entries: readonly BackgroundEntry[];
  /** EventBridge Scheduler does not wait for the functions that it runs. */
  runs: AsynchronousRuns;
  /** Called before a schedule is run by hand. */
  beforeRun?: () => void;
  invoke(entry: BackgroundEntry, event: unknown): Promise<unknown>;
}

export interface Schedules {
  /** Their names. */
  names: readonly string[];
  /** Runs a schedule now; false when there is none of this name. */
  run(name: string): boolean;
  stop(): void;
}

export function startSchedules({ dataDir, clock, entries, runs, beforeRun, invoke }: SchedulesOptions): Schedules {
  const file = join(dataDir, 'schedules.json');
  mkdirSync(dataDir, { recursive: true });
  const nextAt = read(file);
  const timers = new Map<string, Timer>();
  const triggers = entries.flatMap(entry => {
    const { definition } = entry.handler;
    return definition.kind === 'schedule' ? [{ entry, name: definition.name, every: definition.everyMinutes * 60_000 }] : [];
  });
  type Trigger = (typeof triggers)[number];

  const fire = ({ entry, name }: Trigger): void => {
    const event = { 'detail-type': 'Scheduled Event', source: 'aws.scheduler', time: clock.state().now, detail: {} };
    runs.start(name, () => invoke(entry, event));
  };

  const arm = (trigger: Trigger): void => {
    const { name, every } = trigger;
    const timer = timers.get(name);
    if (timer) clock.cancel(timer);
    // After the clock was set back, a schedule must not wait longer than its rate.
    const at = Math.min(nextAt[name] ?? Number.POSITIVE_INFINITY, clock.now() + every);
    nextAt[name] = at;
    timers.set(
      name,
      clock.schedule(at, () => {
        // However far the clock was set forward, one run finds all due work.
        nextAt[name] = clock.now() + every;
        write(file, nextAt);
        arm(trigger);
        fire(trigger);
      }),
    );
  };

  const armAll = (): void => {
    triggers.forEach(arm);
    write(file, nextAt);
  };
  armAll();
  const forget = clock.onTurn(armAll);
  return {
    names: triggers.map(({ name }) => name),
    run(name) {
      const trigger = triggers.find(one => one.name === name);
      beforeRun?.();
      if (trigger) fire(trigger);
      return trigger !== undefined;
    },
    stop() {
      forget();
      timers.forEach(timer => clock.cancel(timer));
    },
  };
}

function read(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

function write(file: string, nextAt: Record<string, number>): void {
  writeFileSync(`${file}.new`, JSON.stringify(nextAt));
  renameSync(`${file}.new`, file);
}
