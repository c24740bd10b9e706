import type { Context as LambdaContext } from 'aws-lambda';

/** Milliseconds before the end of the function's time at which its caller still gets an answer, and the log a line. */
const MARGIN = 5;

/** The function's own time is over: what it was doing may have been done. */
export class OutOfTime extends Error {
  override name = 'TimeoutError';

  constructor() {
    super('The function ran out of time.');
  }
}

/**
 * Runs what a function does, until shortly before Lambda ends it. What runs on after that is frozen with the process.
 *
 * @throws OutOfTime, and whatever `run` throws
 */
export async function withinTimeLimit<T>(context: LambdaContext | undefined, run: () => Promise<T>): Promise<T> {
  // Tests and scripts may call a function without a context: then nothing ends it.
  if (!context?.getRemainingTimeInMillis) return run();
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTime()), Math.max(0, context.getRemainingTimeInMillis() - MARGIN));
  });
  try {
    return await Promise.race([run(), timeIsOver]);
  } finally {
    clearTimeout(timer);
  }
}
