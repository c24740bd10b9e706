import { randomInt } from 'node:crypto';
import type { JsonObject } from './definition.ts';
import { recover, StateError } from './retry.ts';
import { childrenOf, scopeOf } from './run.ts';
import type { Run } from './run.ts';
import { catchError, finishState, runState } from './states.ts';
import type { Outcome, Dependencies } from './states.ts';
import type { Frame } from './store.ts';

/** What a frame does next. */
export type Transition = Outcome | { kind: 'retry'; index: number; delay: number } | { kind: 'fail'; error: StateError };

/** An event of the history, not yet numbered. */
export interface Noted {
  at: number;
  type: string;
  details: JsonObject;
}

/** Runs the state where the frame stands, as far as it goes, and says what that leads to. Changes nothing itself. */
export async function decide(
  run: Run,
  frame: Frame,
  dependencies: Omit<Dependencies, 'note'> & { now: () => number },
): Promise<{ transition: Transition; events: Noted[] }> {
  const events: Noted[] = [];
  const note = (type: string, details: JsonObject): void => void events.push({ at: dependencies.now(), type, details });
  return { transition: await next(run, frame, dependencies.now(), { ...dependencies, note }), events };
}

async function next(run: Run, frame: Frame, instant: number, dependencies: Dependencies): Promise<Transition> {
  const { note } = dependencies;
  const state = run.machine.states.get(frame.state);
  if (!state) return { kind: 'fail', error: new StateError('States.Runtime', `The machine has no state "${frame.state}".`) };
  const scope = scopeOf(run, frame, instant);
  try {
    if (frame.phase === 'failed') throw new StateError(frame.error?.name ?? '', frame.error?.cause ?? '');
    if (state.Type !== 'Fail' && state.Type !== 'Choice') {
      if (frame.phase === 'wait') return await finishState(frame.state, state, scope);
      if (frame.phase === 'join') {
        note(`${state.Type}StateSucceeded`, {});
        const results = childrenOf(run, frame).map(child => child.output);
        return await finishState(frame.state, state, scope, results);
      }
    }
    return await runState(frame.state, state, scope, dependencies);
  } catch (thrown) {
    const error = located(thrown, frame);
    if (error.errorName === 'States.QueryEvaluationError') {
      note('EvaluationFailed', { state: frame.state, error: error.errorName, cause: error.message });
    }
    const handlers = 'Retry' in state || 'Catch' in state ? state : {};
    const recovery = recover(handlers, error.errorName, frame.attempts, randomFraction);
    if (recovery.kind === 'retry') return recovery;
    if (recovery.kind === 'fail') return { kind: 'fail', error };
    try {
      return await catchError(frame.state, recovery.catcher, scope, error);
    } catch (second) {
      return { kind: 'fail', error: located(second, frame) };
    }
  }
}

const randomFraction = (): number => randomInt(2 ** 32) / 2 ** 32;

/** The error as Step Functions words it: a failed expression says in which state it stands. */
function located(thrown: unknown, frame: Frame): StateError {
  if (!(thrown instanceof StateError)) return new StateError('States.Runtime', String(thrown), { cause: thrown });
  if (thrown.errorName !== 'States.QueryEvaluationError' || frame.phase === 'failed') return thrown;
  const where = `An error occurred while executing the state '${frame.state}' (entered at the event id #${frame.enteredEvent}). `;
  return new StateError(thrown.errorName, where + thrown.message, { cause: thrown });
}
