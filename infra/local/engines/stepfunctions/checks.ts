import type { Catcher, Definition, Json, JsonObject, Retrier, State } from './definition.ts';
import { checkExpression, FUNCTIONS } from './expression-check.ts';
import { expressionIn } from './expressions.ts';

/** Errors that the engine can raise and a state may therefore name in `ErrorEquals`; any other `States.` name would never match. */
const RAISED = new Set(['States.ALL', 'States.TaskFailed', 'States.QueryEvaluationError', 'States.DataLimitExceeded']);

const VARIABLE_NAME = /^\p{ID_Start}\p{ID_Continue}{0,79}$/u;

/**
 * What the shape alone does not show to be wrong in a machine: transitions, names, expressions, retriers, variables.
 * @returns sentences that begin with where the fault is; none when all is well
 */
export function checkMachine({ StartAt, States }: Definition): string[] {
  const variables = new Set(Object.values(States).flatMap(state => assignments(state).flatMap(assign => Object.keys(assign))));
  const problems = [...variables]
    .filter(name => !VARIABLE_NAME.test(name) || name === 'states' || FUNCTIONS.has(name))
    .map(name => `Assign: "${name}" cannot name a variable.`);
  if (!Object.hasOwn(States, StartAt)) problems.push(`StartAt: no state "${StartAt}" here.`);
  for (const [name, state] of Object.entries(States)) {
    const at = `States.${name}`;
    for (const target of targets(state)) {
      if (!Object.hasOwn(States, target)) problems.push(`${at}: leads to "${target}", which is not a state of this machine.`);
    }
    problems.push(...checkState(state).map(problem => `${at}${problem}`));
    for (const { path, source, states } of expressions(state)) {
      problems.push(...checkExpression(source, { states, variables }).map(problem => `${at}.${path}: ${problem} (${source}).`));
    }
  }
  return problems;
}

function checkState(state: State): string[] {
  const problems: string[] = [];
  if ((state.Type === 'Task' || state.Type === 'Wait') && 'Next' in state === 'End' in state) {
    problems.push(': needs exactly one of Next and End.');
  }
  if (state.Type === 'Wait' && (state.Seconds === undefined) === (state.Timestamp === undefined)) {
    problems.push(': needs exactly one of Seconds and Timestamp.');
  }
  if (state.Type === 'Task') {
    problems.push(...checkHandlers('Retry', state.Retry ?? []), ...checkHandlers('Catch', state.Catch ?? []));
  }
  return problems;
}

function checkHandlers(field: string, list: readonly (Retrier | Catcher)[]): string[] {
  return list.flatMap((handler, index) => {
    const at = `.${field}[${index}]`;
    const names = handler.ErrorEquals;
    const problems = names
      .filter(name => name.startsWith('States.') && !RAISED.has(name))
      .map(name => `${at}: the engine never raises "${name}".`);
    if (names.includes('States.ALL') && (names.length > 1 || index < list.length - 1)) {
      problems.push(`${at}: States.ALL must stand alone and last.`);
    }
    if ('MaxDelaySeconds' in handler && (handler.MaxDelaySeconds ?? 0) <= (handler.IntervalSeconds ?? 1)) {
      problems.push(`${at}: MaxDelaySeconds must exceed IntervalSeconds.`);
    }
    return problems;
  });
}

function targets(state: State): string[] {
  const next = 'Next' in state && state.Next !== undefined ? [state.Next] : [];
  const caught = state.Type === 'Task' ? (state.Catch ?? []).map(catcher => catcher.Next) : [];
  const chosen = state.Type === 'Choice' ? [...state.Choices.map(rule => rule.Next), state.Default] : [];
  return [...next, ...caught, ...chosen];
}

function assignments(state: State): JsonObject[] {
  const own = 'Assign' in state ? [state.Assign] : [];
  const caught = state.Type === 'Task' ? (state.Catch ?? []).map(catcher => catcher.Assign) : [];
  const chosen = state.Type === 'Choice' ? state.Choices.map(rule => rule.Assign) : [];
  return [...own, ...caught, ...chosen].filter(assign => assign !== undefined);
}

interface Found {
  path: string;
  source: string;
  states: readonly string[];
}

const BEFORE = ['input', 'context'];
const AFTER = [...BEFORE, 'result'];
const CAUGHT = [...BEFORE, 'errorOutput'];

/** The expressions of a state, each with the members of `$states` it may use. */
function expressions(state: State): Found[] {
  return Object.entries(state).flatMap(([field, value]) => {
    if (value === undefined) return [];
    if (field === 'Catch') return find(value, field, CAUGHT);
    return find(value, field, state.Type === 'Task' && (field === 'Output' || field === 'Assign') ? AFTER : BEFORE);
  });
}

function find(value: Json, path: string, states: readonly string[]): Found[] {
  if (typeof value === 'string') {
    const source = expressionIn(value);
    return source === undefined ? [] : [{ path, source, states }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => find(item, `${path}[${index}]`, states));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => find(inner, `${path}.${key}`, states));
}
