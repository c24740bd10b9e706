import { waitFor } from '#shared/authority/calls/waits.ts';
import { log } from '#shared/base/kernel/log.ts';
import { TaxauthRateLimited } from './errors.ts';

/** The output of a step that reached a rate limit of the authority: its state machine repeats the step after `waitSeconds`. */
export interface Postponed {
  waitSeconds: number;
}

/**
 * Runs a step of a state machine. A rate limit of the authority is not a failure: the state machine repeats the step when the limit
 * allows it, and does not count this as a retry.
 */
export async function orPostponed<T>(step: () => Promise<T>): Promise<T | Postponed> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof TaxauthRateLimited)) throw error;
    const waitSeconds = waitFor(error.retryAfter);
    log.info('step postponed because of a limit of the tax authority', { limit: error.limit, waitSeconds });
    return { waitSeconds };
  }
}
