import type { JsonObject } from './definition.ts';
import { recover, StateError } from './retry.ts';
import { scopeOf } from './run.ts';
import type { Run } from './run.ts';
import { catchError, finishState, runState } from './states.ts';
import type { Outcome, Dependencies } from './states.ts';
import type { Position } from './store.ts';
import type { Invoke } from './task.ts';

/** What an execution does next. */
export type Transition = Outcome | { kind: 'retry'; index: number; delay: number } | { kind: 'fail'; error: StateError };

/** An event of the history, not yet numbered. */
export interface Noted {
  at: number;
  type: string;
  details: JsonObject;
}

/** Runs the state where the execution stands, as far as it goes, and says what that leads to. Changes nothing itself. */
export async function decide(
  run: Run,
  { invoke, now }: { invoke: Invoke; now: () => number },
): Promise<{ transition: Transition; events: Noted[] }> {
  const events: Noted[] = [];
  const note = (type: string, details: JsonObject): void => void events.push({ at: now(), type, details });
  return { transition: await next(run, { invoke, instant: now(), note }), events };
}

async function next(run: Run, dependencies: Dependencies): Promise<Transition> {
  const { machine, position } = run;
  const state = machine.states.get(position.state);
  if (!state) return { kind: 'fail', error: new StateError('States.Runtime', `The machine has no state "${position.state}".`) };
  const scope = scopeOf(run);
  try {
    if (position.phase === 'wait' && state.Type === 'Wait') return await finishState(position.state, state, scope);
    return await runState(position.state, state, scope, dependencies);
  } catch (thrown) {
    const error = located(thrown, position);
    if (error.errorName === 'States.QueryEvaluationError') {
      dependencies.note('EvaluationFailed', { state: position.state, error: error.errorName, cause: error.message });
    }
    const recovery = recover(state.Type === 'Task' ? state : {}, error.errorName, position.attempts);
    if (recovery.kind === 'retry') return recovery;
    if (recovery.kind === 'fail') return { kind: 'fail', error };
    try {
      return await catchError(position.state, recovery.catcher, scope, error);
    } catch (second) {
      return { kind: 'fail', error: located(second, position) };
    }
  }
}

/** The error as Step Functions words it: a failed expression says in which state it stands. */
function located(thrown: unknown, { state, enteredEvent }: Position): StateError {
  if (!(thrown instanceof StateError)) return new StateError('States.Runtime', String(thrown), { cause: thrown });
  if (thrown.errorName !== 'States.QueryEvaluationError') return thrown;
  const where = `An error occurred while executing the state '${state}' (entered at the event id #${enteredEvent}). `;
  return new StateError(thrown.errorName, where + thrown.message, { cause: thrown });
}
