import type { LocalClock, Timer } from '../clock.ts';

/** Minutes before each retry ("Asynchronous invocation", Lambda developer guide: one minute, then two); a stage has these defaults. */
const RETRY_MINUTES = [1, 2];

export interface AsynchronousRunsOptions {
  clock: LocalClock;
  /** Whether each run that succeeds is followed by another with the same event: Lambda invokes "at least once". */
  twice: boolean;
  /** Called for each run that fails. */
  onFailure: (name: string, error: unknown) => void;
}

/** Runs functions that no caller waits for, as Lambda does. */
export interface AsynchronousRuns {
  /** Runs a function, and again if it fails: one and three minutes later, by the local clock. Then the event is dropped. */
  start(name: string, run: () => Promise<unknown>): void;
  /** How many are running; not those that wait for their retry. */
  running(): number;
  /** Forgets retries. On AWS they would outlast the process; here a schedule's next run finds the same work. */
  stop(): void;
}

export function createAsynchronousRuns({ clock, twice, onFailure }: AsynchronousRunsOptions): AsynchronousRuns {
  let running = 0;
  const retries = new Set<Timer>();

  const attempt = async (name: string, run: () => Promise<unknown>, failures: number): Promise<void> => {
    running++;
    try {
      await run();
      if (twice) await run();
    } catch (error) {
      onFailure(name, error);
      const minutes = RETRY_MINUTES[failures];
      if (minutes === undefined) return;
      const again = (): void => {
        retries.delete(timer);
        void attempt(name, run, failures + 1);
      };
      const timer = clock.schedule(clock.now() + minutes * 60_000, again, 'waypoint');
      retries.add(timer);
    } finally {
      running--;
    }
  };

  return {
    start: (name, run) => void attempt(name, run, 0),
    running: () => running,
    stop() {
      for (const timer of retries) clock.cancel(timer);
      retries.clear();
    },
  };
}
