import { whileCallerWaits } from '#shared/platform/lambda/caller.ts';
import { withLogFields } from '#shared/base/kernel/log.ts';
import { TaxauthRateLimited, TaxauthRefused, TaxauthUnavailable } from '#shared/authority/taxauth/client/errors.ts';

/** Concurrent workers that call the authority like functions: each for a company, with or without a waiting caller. */

/** Runs code in the log context of a company. */
export const asFunction = <T>(companyId: string, caller: boolean, run: () => Promise<T>): Promise<T> =>
  withLogFields({ companyId }, () => (caller ? whileCallerWaits(run) : run()));

export interface Made {
  /** Calls that reached the authority. */
  made: number;
  refusals: TaxauthRateLimited[];
}

/**
 * Runs workers that call repeatedly until a limit rejects them, or until they have made this number of calls together.
 *
 * @param run one call, given its number (from 0)
 */
export async function callAtOnce(
  workers: number,
  most: number,
  run: (call: number, worker: number) => Promise<unknown>,
): Promise<Made> {
  const refusals: TaxauthRateLimited[] = [];
  let begun = 0;
  let made = 0;
  const work = async (worker: number): Promise<void> => {
    while (begun < most) {
      try {
        await run(begun++, worker);
        made++;
      } catch (error) {
        if (error instanceof TaxauthRateLimited) {
          refusals.push(error);
          return;
        }
        // The call was not counted, so it was not made.
        if (error instanceof TaxauthUnavailable) continue;
        // The call arrived; the requested record does not exist.
        if (!(error instanceof TaxauthRefused)) throw error;
        made++;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { made, refusals };
}
