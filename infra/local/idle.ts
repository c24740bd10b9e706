/** When the system is quiet: nothing runs, and nothing would run unless the clock were turned. */
export interface IdleSources {
  /** Functions that run now. */
  running(): number;
  streamsDrained(): Promise<boolean>;
  queuesQuiet(): boolean;
  /** Executions that run something now. */
  executions(): number;
  /** Events on their way between services. */
  events(): number;
}

/** Waits for quiet; false when it does not come within `timeoutMs`. */
export async function untilIdle(sources: IdleSources, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  const quiet = (): boolean =>
    sources.running() === 0 && sources.executions() === 0 && sources.events() === 0 && sources.queuesQuiet();
  for (;;) {
    // Seen quiet before and after the stream was found empty: work passes between them, never back unseen.
    if (quiet() && (await within(sources.streamsDrained(), until)) && quiet()) return true;
    if (performance.now() >= until) return false;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** The answer, or false when it does not come in time. */
async function within(answer: Promise<boolean>, until: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), Math.max(0, until - performance.now()));
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
