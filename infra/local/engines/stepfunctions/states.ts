import { parseTimestamp } from '../../control/duration.ts';
import type { Catcher, ChoiceState, Json, JsonObject, State, TaskState, WaitState } from './definition.ts';
import { evaluate, evaluateAs, evaluateFields } from './expressions.ts';
import type { Scope } from './expressions.ts';
import { StateError } from './retry.ts';
import { invokeLambda, withinLimit } from './task.ts';
import type { Invoke } from './task.ts';

/** What a state does when it is run, short of failing. */
export type Outcome =
  { kind: 'move'; next: string | undefined; output: Json; assign: JsonObject } | { kind: 'sleep'; until: number };

/** What a running state asks of the engine. */
export interface Dependencies {
  invoke: Invoke;
  /** Milliseconds since the epoch at which the state is run. */
  instant: number;
  /** Notes an event of the execution's history. */
  note: (type: string, details: JsonObject) => void;
}

const NUMBER = { name: 'non-negative integer', accepts: isCount };
const STRING = { name: 'string', accepts: (value: Json): value is string => typeof value === 'string' };
const BOOLEAN = { name: 'boolean', accepts: (value: Json): value is boolean => typeof value === 'boolean' };

function isCount(value: Json): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Runs a state from its start. @throws StateError for Retry and Catch to look at. */
export async function runState(name: string, state: State, scope: Scope, dependencies: Dependencies): Promise<Outcome> {
  switch (state.Type) {
    case 'Task':
      return finishState(name, state, scope, await runTask(name, state, scope, dependencies));
    case 'Wait':
      return { kind: 'sleep', until: await wakeTime(state, scope, dependencies.instant) };
    case 'Choice':
      return choose(name, state, scope);
    case 'Succeed':
      return finishState(name, state, scope);
  }
}

/** Leaves a state: its Output and its assignments, both from the values at entry. `result` is of a Task. */
export async function finishState(
  name: string,
  state: Exclude<State, { Type: 'Choice' }>,
  scope: Scope,
  result?: Json,
): Promise<Outcome> {
  const seen = result === undefined ? scope : { ...scope, states: { ...scope.states, result } };
  const output = state.Output === undefined ? (result ?? scope.states.input) : await evaluate(state.Output, seen, 'Output');
  const assign = 'Assign' in state ? await evaluateFields(state.Assign ?? {}, seen, 'Assign') : {};
  return move(name, 'Next' in state ? state.Next : undefined, output, assign);
}

/** Leaves a failed state by one of its catchers. @throws StateError when the catcher's own expressions fail. */
export async function catchError(name: string, catcher: Catcher, scope: Scope, error: StateError): Promise<Outcome> {
  const errorOutput = { Error: error.errorName, Cause: error.message };
  const seen = { ...scope, states: { ...scope.states, errorOutput } };
  const output = catcher.Output === undefined ? errorOutput : await evaluate(catcher.Output, seen, 'Catch/Output');
  return move(name, catcher.Next, output, await evaluateFields(catcher.Assign ?? {}, seen, 'Catch/Assign'));
}

function move(name: string, next: string | undefined, output: Json, assign: JsonObject): Outcome {
  withinLimit(assign, `What the state "${name}" assigns`);
  return { kind: 'move', next, output: withinLimit(output, `The output of the state "${name}"`), assign };
}

async function runTask(name: string, state: TaskState, scope: Scope, { invoke, note }: Dependencies): Promise<Json> {
  const functionName = await evaluateAs(state.Arguments.FunctionName, scope, 'Arguments/FunctionName', STRING);
  const payload = withinLimit(
    await evaluate(state.Arguments.Payload ?? {}, scope, 'Arguments/Payload'),
    `The payload of the task "${name}"`,
  );
  const resource = { resourceType: 'lambda', resource: 'invoke' };
  const parameters = JSON.stringify({ FunctionName: functionName, Payload: payload });
  note('TaskScheduled', { ...resource, region: 'local', parameters });
  try {
    const result = withinLimit(await invokeLambda(invoke, functionName, payload), `The result of the task "${name}"`);
    note('TaskSucceeded', { ...resource, output: JSON.stringify(result) });
    return result;
  } catch (error) {
    if (error instanceof StateError) {
      note('TaskFailed', { ...resource, error: error.errorName, cause: error.message });
    }
    throw error;
  }
}

async function wakeTime(state: WaitState, scope: Scope, instant: number): Promise<number> {
  if (state.Timestamp === undefined) {
    return instant + (await evaluateAs(state.Seconds ?? 0, scope, 'Seconds', NUMBER)) * 1000;
  }
  const timestamp = await evaluateAs(state.Timestamp, scope, 'Timestamp', STRING);
  try {
    return parseTimestamp(timestamp);
  } catch (error) {
    throw new StateError('States.QueryEvaluationError', (error as RangeError).message, { cause: error });
  }
}

/** Leaves by the first rule whose condition holds, else by the default. */
async function choose(name: string, state: ChoiceState, scope: Scope): Promise<Outcome> {
  for (const [index, rule] of state.Choices.entries()) {
    if (await evaluateAs(rule.Condition, scope, `Choices[${index}]/Condition`, BOOLEAN)) {
      const output = rule.Output === undefined ? scope.states.input : await evaluate(rule.Output, scope, 'Output');
      return move(name, rule.Next, output, await evaluateFields(rule.Assign ?? {}, scope, 'Assign'));
    }
  }
  return move(name, state.Default, scope.states.input, {});
}
