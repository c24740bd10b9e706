import { waitFor } from '#shared/authority/calls/waits.ts';
import { Postponed, TaxauthRateLimited } from './errors.ts';

/**
 * Runs a step of a state machine. A rate limit of the authority is not a failure: the state machine repeats the step when the limit
 * allows it, and does not count this as a retry.
 *
 * @throws `Postponed` in place of `TaxauthRateLimited`
 */
export async function orPostponed<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof TaxauthRateLimited ? new Postponed(error.limit, waitFor(error.retryAfter)) : error;
  }
}
