import type { Crash } from '../../../infra/local/faults.ts';
import { LONG } from '../effort.ts';
import type { Service } from '../service.ts';

/** What goes wrong at a call: the process dies before it leaves or after it was done, or its answer is lost on the way. */
const INTERRUPTIONS = ['before', 'after', 'lostAnswer'] as const satisfies readonly Crash['when'][];

export interface EveryCall {
  /** Name of the function in the catalogue, such as `workers-send-email`. */
  name: string;
  /**
   * Does once what makes the function run, and waits until it has.
   *
   * @param what names this run, to tell its data from those of the others: `after-3`
   */
  run(what: string): Promise<void>;
  /** Lets redelivery complete what was interrupted, and asserts what must hold of all runs. */
  check(): Promise<void>;
  /** Each how many calls are interrupted in `npm test`, beside the first and the last; the long run takes every one. */
  step?: number;
}

/**
 * Interrupts a function at each of its SDK calls in each way, one run for each, and checks in the end what has come of them. Prints how
 * much was covered.
 *
 * @returns how many calls an undisturbed run makes
 */
export async function interruptEveryCall(service: Service, { name, run, check, step = 12 }: EveryCall): Promise<number> {
  const { faults } = service.runtime;
  let interruptions = 0;
  /** Interrupts the function at its `call`-th call, in each way. False: it has fewer. */
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
