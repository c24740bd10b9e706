import { whileCallerWaits } from '../../../shared/authority/caller.ts';
import { withLogFields } from '../../../shared/kernel/log.ts';
import { TaxauthRateLimited, TaxauthRefused, TaxauthUnavailable } from '../../../shared/taxauth/client/errors.ts';

/** Many that call the authority at once, as functions do: each for a company, with somebody waiting for the answer or not. */

/** Runs something as the function of a company would. */
export const asFunction = <T>(companyId: string, caller: boolean, run: () => Promise<T>): Promise<T> =>
  withLogFields({ companyId }, () => (caller ? whileCallerWaits(run) : run()));

export interface Made {
  /** Calls that reached the authority. */
  made: number;
  refusals: TaxauthRateLimited[];
}

/**
 * Workers that call one after the other until a limit refuses them, or they have called so often together.
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
        // Not counted, so not made.
        if (error instanceof TaxauthUnavailable) continue;
        // It arrived: what it asked for is not there.
        if (!(error instanceof TaxauthRefused)) throw error;
        made++;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { made, refusals };
}
