import { waitFor } from '../../authority/waits.ts';
import { log } from '../../kernel/log.ts';
import { TaxauthRateLimited } from './errors.ts';

/** The output of a step that a limit of the authority keeps waiting: its state machine comes back to it after so many seconds. */
export interface Postponed {
  waitSeconds: number;
}

/**
 * Runs a step of a state machine. A limit of the authority is no failure of it: the step is done again after what the limit says, and
 * that counts as no try.
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
