import type { Crash } from '../../../infra/local/faults.ts';
import { LONG } from '../effort.ts';
import type { Service } from '../service.ts';

/** The fault at a call: the process crashes before it is sent or after it was executed, or its response is lost. */
const INTERRUPTIONS = ['before', 'after', 'lostAnswer'] as const satisfies readonly Crash['when'][];

export interface EveryCall {
  /** Name of the function in the catalogue, such as `workers-send-email`. */
  name: string;
  /**
   * Triggers one run of the function, and waits until it has ended.
   *
   * @param what the name of this run, to distinguish its data from those of other runs: `after-3`
   */
  run(what: string): Promise<void>;
  /** Waits until retries have completed the interrupted runs, and checks the results of all runs. */
  check(): Promise<void>;
  /** In `npm test`, every n-th call is interrupted, and the first and the last; in the long run every call. */
  step?: number;
}

/**
 * Interrupts a function at each of its SDK calls in each way, with one run for each, and checks the results at the end. Prints how
 * much was covered.
 *
 * @returns the number of calls of an undisturbed run
 */
export async function interruptEveryCall(service: Service, { name, run, check, step = 12 }: EveryCall): Promise<number> {
  const { faults } = service.runtime;
  let interruptions = 0;
  /** Interrupts the function at its `call`-th call, in each way. @returns false if it has fewer calls */
  const interruptAt = async (call: number): Promise<boolean> => {
    for (const when of INTERRUPTIONS) {
      faults.crash({ call, when, name });
      await run(`${when}-${call}`);
      const happened = faults.crashed();
      faults.clear();
      if (happened) interruptions++;
      else if (when === 'before') return false;
    }
    return true;
  };
  const every = LONG ? 1 : step;
  let calls = 1;
  while (await interruptAt(calls)) calls += every;
  // The last call lies between the last place that was found and the one that was not.
  const found = calls - every;
  do calls--;
  while (calls > found && !(await interruptAt(calls)));
  await check();
  const covered = every === 1 ? `${calls} calls` : `${calls} calls (the first, the last, one in ${every})`;
  console.log(`${name}: ${covered} × ${INTERRUPTIONS.length} faults, ${interruptions} interruptions, all survived`);
  return calls;
}
