/** How long after the first signal another one counts as the same Ctrl-C, in milliseconds. */
const SAME_MS = 500;

/** In which the signal that is passed on arrives, in milliseconds. */
const PASSED_ON_MS = 100;

/**
 * Aborted by Ctrl-C (or SIGTERM), so that a command that goes on ends by itself, with exit code 0. npm and npx pass on to the command a signal that
 * the terminal has sent to it too. A second Ctrl-C ends the process at once.
 */
export function untilInterrupted(): AbortSignal {
  const stop = new AbortController();
  let firstAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > SAME_MS) process.exit(130);
      stop.abort();
      // A process that is already ending would be killed by the signal that is passed on.
      setTimeout(() => undefined, PASSED_ON_MS);
    });
  return stop.signal;
}
