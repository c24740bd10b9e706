import { waitFor } from '../../authority/waits.ts';
import { log } from '../../kernel/log.ts';
import { TaxauthRateLimited } from './errors.ts';

/** The output of a step that has met a rate limit of the authority: its state machine repeats the step after `waitSeconds`. */
export interface Postponed {
  waitSeconds: number;
}

/**
 * Runs a step of a state machine. A rate limit of the authority is no failure: the step is repeated after the time that the limit sets, and
 * this does not count as a retry.
 */
export async function orPostponed<T>(step: () => Promise<T>): Promise<T | Postponed> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof TaxauthRateLimited)) throw error;
    const waitSeconds = waitFor(error.retryAfter);
    log.info('waits for a limit of the tax authority', { limit: error.limit, waitSeconds });
    return { waitSeconds };
  }
}
