import { parseTimestamp } from '../../duration.ts';
import type { ChoiceState, Json, JsonObject, MapState, ParallelState, State, TaskState, WaitState } from './definition.ts';
import { evaluate, evaluateAs, evaluateFields } from './expressions.ts';
import type { Scope } from './expressions.ts';
import { StateError } from './retry.ts';
import { invokeLambda, withinLimit } from './task.ts';
import type { Invoke } from './task.ts';

/** An item of a Map state, as `$states.context.Map.Item` shows it. */
export type MapItem = { Index: number; Value: Json };

/** A state machine to run inside a state: a branch, or one item of a map. */
export interface Child {
  startAt: string;
  input: Json;
  item: MapItem | null;
}

/** What a state does when it is run, short of failing. */
export type Outcome =
  | { kind: 'move'; next: string | undefined; output: Json; assign: JsonObject }
  | { kind: 'sleep'; until: number }
  | { kind: 'fork'; children: Child[]; concurrency: number };

/** What a running state asks of the engine. */
export interface Dependencies {
  invoke: Invoke;
  /** `work`, or a rejection with `error` once the clock reaches `instant`, whichever is first. */
  before: <T>(instant: number, work: Promise<T>, error: () => StateError) => Promise<T>;
  /** Notes an event of the execution's history. */
  note: (type: string, details: JsonObject) => void;
}

/** Concurrent items of an inline map when the state sets no limit (Step Functions quotas). */
const INLINE_CONCURRENCY = 40;

const NUMBER = { name: 'non-negative integer', accepts: isCount };
const STRING = { name: 'string', accepts: (value: Json): value is string => typeof value === 'string' };
const BOOLEAN = { name: 'boolean', accepts: (value: Json): value is boolean => typeof value === 'boolean' };
const ARRAY = { name: 'array', accepts: (value: Json): value is Json[] => Array.isArray(value) };

function isCount(value: Json): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Runs a state from its start. @throws StateError for Retry and Catch to look at. */
export async function runState(name: string, state: State, scope: Scope, dependencies: Dependencies): Promise<Outcome> {
  switch (state.Type) {
    case 'Task':
      return finishState(name, state, scope, await runTask(name, state, scope, dependencies));
    case 'Wait':
      return { kind: 'sleep', until: await wakeTime(state, scope) };
    case 'Choice':
      return choose(name, state, scope);
    case 'Parallel':
    case 'Map': {
      const { children, concurrency } =
        state.Type === 'Map' ? await items(name, state, scope) : await parallelBranches(state, scope);
      for (const child of children) withinLimit(child.input, `The input of an item or branch of "${name}"`);
      return children.length > 0 ? { kind: 'fork', children, concurrency } : finishState(name, state, scope, []);
    }
    case 'Fail': {
      const cause = await evaluateAs(state.Cause ?? '', scope, 'Cause', STRING);
      throw new StateError(await evaluateAs(state.Error ?? '', scope, 'Error', STRING), cause);
    }
    case 'Pass':
    case 'Succeed':
      return finishState(name, state, scope);
  }
}

/** Leaves a state: its Output and its assignments, both from the values at entry. `result` is of a Task, Parallel or Map. */
export async function finishState(
  name: string,
  state: Exclude<State, { Type: 'Fail' | 'Choice' }>,
  scope: Scope,
  result?: Json,
): Promise<Outcome> {
  const seen = result === undefined ? scope : { ...scope, states: { ...scope.states, result } };
  const output = state.Output === undefined ? (result ?? scope.states.input) : await evaluate(state.Output, seen, 'Output');
  const assign = 'Assign' in state ? await evaluateFields(state.Assign ?? {}, seen, 'Assign') : {};
  return move(name, 'Next' in state ? state.Next : undefined, output, assign);
}

/** Leaves a failed state by one of its catchers. @throws StateError when the catcher's own expressions fail. */
export async function catchError(
  name: string,
  catcher: { Next: string; Output?: Json | undefined; Assign?: JsonObject | undefined },
  scope: Scope,
  error: StateError,
): Promise<Outcome> {
  const errorOutput = { Error: error.errorName, Cause: error.message };
  const seen = { ...scope, states: { ...scope.states, errorOutput } };
  const output = catcher.Output === undefined ? errorOutput : await evaluate(catcher.Output, seen, 'Catch/Output');
  return move(name, catcher.Next, output, await evaluateFields(catcher.Assign ?? {}, seen, 'Catch/Assign'));
}

function move(name: string, next: string | undefined, output: Json, assign: JsonObject): Outcome {
  withinLimit(assign, `What the state "${name}" assigns`);
  return { kind: 'move', next, output: withinLimit(output, `The output of the state "${name}"`), assign };
}

async function runTask(name: string, state: TaskState, scope: Scope, { invoke, before, note }: Dependencies): Promise<Json> {
  const functionName = await evaluateAs(state.Arguments.FunctionName, scope, 'Arguments/FunctionName', STRING);
  const payload = withinLimit(
    await evaluate(state.Arguments.Payload ?? {}, scope, 'Arguments/Payload'),
    `The payload of the task "${name}"`,
  );
  const timeout =
    state.TimeoutSeconds === undefined ? undefined : await evaluateAs(state.TimeoutSeconds, scope, 'TimeoutSeconds', NUMBER);
  const resource = { resourceType: 'lambda', resource: 'invoke' };
  const parameters = JSON.stringify({ FunctionName: functionName, Payload: payload });
  note('TaskScheduled', {
    ...resource,
    region: 'local',
    parameters,
    ...(timeout === undefined ? {} : { timeoutInSeconds: timeout }),
  });
  try {
    const work = invokeLambda(invoke, functionName, payload);
    const timedOut = (): StateError => new StateError('States.Timeout', `The task "${name}" ran longer than ${timeout} seconds.`);
    const result = timeout === undefined ? await work : await before(scope.instant + timeout * 1000, work, timedOut);
    withinLimit(result, `The result of the task "${name}"`);
    note('TaskSucceeded', { ...resource, output: JSON.stringify(result) });
    return result;
  } catch (error) {
    if (error instanceof StateError) {
      const type = error.errorName === 'States.Timeout' ? 'TaskTimedOut' : 'TaskFailed';
      note(type, { ...resource, error: error.errorName, cause: error.message });
    }
    throw error;
  }
}

async function wakeTime(state: WaitState, scope: Scope): Promise<number> {
  if (state.Timestamp === undefined) {
    return scope.instant + (await evaluateAs(state.Seconds ?? 0, scope, 'Seconds', NUMBER)) * 1000;
  }
  const timestamp = await evaluateAs(state.Timestamp, scope, 'Timestamp', STRING);
  try {
    return parseTimestamp(timestamp);
  } catch (error) {
    throw new StateError('States.QueryEvaluationError', (error as RangeError).message, { cause: error });
  }
}

/** Assign and Output of the state hold whichever rule matches; a rule's own ones go with that rule alone. */
async function choose(name: string, state: ChoiceState, scope: Scope): Promise<Outcome> {
  for (const [index, rule] of state.Choices.entries()) {
    const field = `Choices[${index}]`;
    if (await evaluateAs(rule.Condition, scope, `${field}/Condition`, BOOLEAN)) {
      return leaveChoice(name, rule.Next, { Output: rule.Output ?? state.Output, Assign: rule.Assign ?? state.Assign }, scope);
    }
  }
  if (state.Default !== undefined) return leaveChoice(name, state.Default, state, scope);
  throw new StateError('States.NoChoiceMatched', `No rule of "${name}" matched, and it has no Default.`);
}

async function leaveChoice(
  name: string,
  next: string,
  { Output, Assign }: { Output?: Json | undefined; Assign?: JsonObject | undefined },
  scope: Scope,
): Promise<Outcome> {
  const output = Output === undefined ? scope.states.input : await evaluate(Output, scope, 'Output');
  return move(name, next, output, await evaluateFields(Assign ?? {}, scope, 'Assign'));
}

async function parallelBranches(state: ParallelState, scope: Scope): Promise<{ children: Child[]; concurrency: number }> {
  const input = state.Arguments === undefined ? scope.states.input : await evaluate(state.Arguments, scope, 'Arguments');
  const children = state.Branches.map(branch => ({ startAt: branch.StartAt, input, item: null }));
  return { children, concurrency: children.length };
}

async function items(name: string, state: MapState, scope: Scope): Promise<{ children: Child[]; concurrency: number }> {
  // The input is data, never a template: an expression that it may hold is text like any other.
  const { input } = scope.states;
  const list = state.Items === undefined ? input : await evaluateAs(state.Items, scope, 'Items', ARRAY);
  if (!Array.isArray(list)) {
    throw new StateError('States.QueryEvaluationError', `The input of the map "${name}" must be an array when it has no Items.`);
  }
  const limit = await evaluateAs(state.MaxConcurrency ?? 0, scope, 'MaxConcurrency', NUMBER);
  const children = list.map(async (value, index): Promise<Child> => {
    const item = { Index: index, Value: value };
    const context = { ...scope.states.context, Map: { Item: item } };
    const seen = { ...scope, states: { ...scope.states, context } };
    const input = state.ItemSelector === undefined ? value : await evaluate(state.ItemSelector, seen, 'ItemSelector');
    return { startAt: state.ItemProcessor.StartAt, input, item };
  });
  return {
    children: await Promise.all(children),
    concurrency: limit === 0 ? INLINE_CONCURRENCY : Math.min(limit, INLINE_CONCURRENCY),
  };
}
