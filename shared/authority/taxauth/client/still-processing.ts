import { TaxauthError } from './errors.ts';

/**
 * The authority is still processing the upload: the state machine asks again. Its retries have fixed intervals, so each wait is an error of
 * its own, and no state of the machine counts questions.
 */
export abstract class StillProcessing extends TaxauthError {
  constructor() {
    super('The tax authority has not decided yet.');
  }
}

class AskIn5Minutes extends StillProcessing {
  override readonly name = 'AskIn5Minutes';
}
class AskIn10Minutes extends StillProcessing {
  override readonly name = 'AskIn10Minutes';
}
class AskIn15Minutes extends StillProcessing {
  override readonly name = 'AskIn15Minutes';
}
class AskIn30Minutes extends StillProcessing {
  override readonly name = 'AskIn30Minutes';
}
class AskInAnHour extends StillProcessing {
  override readonly name = 'AskInAnHour';
}
class AskIn2Hours extends StillProcessing {
  override readonly name = 'AskIn2Hours';
}

const AFTER: Record<number, new () => StillProcessing> = {
  300: AskIn5Minutes,
  600: AskIn10Minutes,
  900: AskIn15Minutes,
  1800: AskIn30Minutes,
  3600: AskInAnHour,
  7200: AskIn2Hours,
};

/** Seconds that a question may come before its time: the upload is recorded some time after the wait for the first question began. */
const EARLY = 150;

/**
 * The error by which a state machine waits as long as its plan does between the question that was just asked and the next one; undefined
 * after the last. A limit of the authority delays questions; what is overdue then is left out, so there are never more than planned. Pure.
 *
 * @param plan seconds from the upload to each question, in order
 * @param age seconds since the upload
 * @throws RangeError for a plan with a wait that no state machine has
 */
export function askAgain(plan: readonly number[], age: number): StillProcessing | undefined {
  const next = plan.findIndex(at => at > age + EARLY);
  const at = plan[next];
  if (at === undefined) return undefined;
  const wait = at - (plan[next - 1] ?? 0);
  const Again = AFTER[wait];
  if (!Again) throw new RangeError(`No retry waits for ${wait} s.`);
  return new Again();
}

/** The instants (seconds) at which waits end that follow one another. Pure. */
export const planOf = (waits: readonly number[]): number[] => {
  let at = 0;
  return waits.map(wait => (at += wait));
};
