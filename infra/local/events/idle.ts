/** The activity of the system. It is idle when nothing runs, and nothing will run before the clock is set forward. */
export interface IdleSources {
  /** Number of running functions. */
  running(): number;
  streamsDrained(): Promise<boolean>;
  queuesQuiet(): boolean;
  /** Number of executions that are not waiting for the clock. */
  executions(): number;
  /** Number of events that are not delivered yet. */
  events(): number;
}

/** Waits until the system is idle. @returns false after `timeoutMs` milliseconds */
export async function untilIdle(sources: IdleSources, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  const quiet = (): boolean =>
    sources.running() === 0 && sources.executions() === 0 && sources.events() === 0 && sources.queuesQuiet();
  for (;;) {
    // Checked before and after the stream: work that moves from one source to another in between is seen by one of the checks.
    if (quiet() && (await within(sources.streamsDrained(), until)) && quiet()) return true;
    if (performance.now() >= until) return false;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** The result of a promise, or false if it does not settle before `until`. */
async function within(answer: Promise<boolean>, until: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), Math.max(0, until - performance.now()));
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
