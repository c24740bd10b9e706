import type { Context as LambdaContext } from 'aws-lambda';

/** Milliseconds before Lambda's timeout at which we stop waiting, so that there is time for a response and a log line. */
const MARGIN = 5;

/** The function is about to time out. Its work may or may not have taken effect. */
export class OutOfTime extends Error {
  override name = 'TimeoutError';

  constructor() {
    super('The function ran out of time.');
  }
}

/**
 * Runs `run` until shortly before Lambda's timeout. `run` is not cancelled then, but Lambda freezes the process after the response.
 *
 * @throws OutOfTime on timeout; otherwise whatever `run` throws
 */
export async function withinTimeLimit<T>(context: LambdaContext | undefined, run: () => Promise<T>): Promise<T> {
  // Tests and scripts may call a function without a context: then there is no time limit.
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
