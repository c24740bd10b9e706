import type { Crash } from '../../../infra/local/faults/faults.ts';
import { ALL, LONG, seedOf, strideOf } from '../effort.ts';
import type { Service } from '../service.ts';

/** The fault at a call: the process crashes before it is sent or after it was executed, or its response is lost. */
const INTERRUPTIONS = ['before', 'after', 'lostAnswer'] as const satisfies readonly Crash['when'][];

/** The faults at a call: all three, but in the long run one by its seed. */
export const faultsAt = (call: number): readonly Crash['when'][] => {
  const one = (seedOf(0) + call) % INTERRUPTIONS.length;
  return LONG && !ALL ? INTERRUPTIONS.slice(one, one + 1) : INTERRUPTIONS;
};

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
  /** In `npm test`, every n-th call is interrupted, and the first and the last; in the long run more of them (test/support/effort.ts). */
  step?: number;
}

/**
 * Interrupts a function at its SDK calls, with one run for each fault, and checks the results at the end. Prints which calls
 * were interrupted.
 *
 * @returns the number of calls of an undisturbed run
 */
export async function interruptEveryCall(service: Service, { name, run, check, step = 12 }: EveryCall): Promise<number> {
  const { faults } = service.runtime;
  let interruptions = 0;
  /** Interrupts the function at its `call`-th call. @returns false if it has fewer calls */
  const interruptAt = async (call: number): Promise<boolean> => {
    for (const [at, when] of faultsAt(call).entries()) {
      faults.crash({ call, when, name });
      await run(`${when}-${call}`);
      const happened = faults.crashed();
      faults.clear();
      if (happened) interruptions++;
      else if (at === 0) return false;
    }
    return true;
  };
  const stride = strideOf(step);
  let found = 0;
  let calls = 1;
  while (await interruptAt(calls)) {
    found = calls;
    do calls++;
    while (calls % stride.every !== stride.offset);
  }
  // The last call lies between the last place that was found and the one that was not.
  do calls--;
  while (calls > found && !(await interruptAt(calls)));
  await check();
  console.log(`${name}: ${stride.of(calls)} calls × ${faultsAt(1).length} faults, ${interruptions} interruptions, all survived`);
  return calls;
}
