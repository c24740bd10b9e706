import type { Branch, Catcher, Json, JsonObject, Retrier, State } from './definition.ts';
import { checkExpression, FUNCTIONS } from './expression-check.ts';
import { expressionIn } from './expressions.ts';

/** Errors that the engine can raise and a state may therefore name in `ErrorEquals`; any other `States.` name would never match. */
const RAISED = new Set([
  'States.ALL',
  'States.TaskFailed',
  'States.Timeout',
  'States.QueryEvaluationError',
  'States.NoChoiceMatched',
  'States.DataLimitExceeded',
]);

const VARIABLE_NAME = /^\p{ID_Start}\p{ID_Continue}{0,79}$/u;

/**
 * What the shape alone does not show to be wrong in a machine: transitions, names, expressions, retriers, variables.
 * @returns sentences that begin with where the fault is; none when all is well
 */
export function checkMachine(root: Branch): string[] {
  const problems: string[] = [];
  checkBranch(root, '', new Set(), new Set(), problems);
  return problems;
}

function checkBranch(
  branch: Branch,
  where: string,
  outerVariables: ReadonlySet<string>,
  stateNames: Set<string>,
  problems: string[],
): void {
  const own = new Set(Object.values(branch.States).flatMap(state => assignments(state).flatMap(assign => Object.keys(assign))));
  for (const name of own) {
    if (!VARIABLE_NAME.test(name) || name === 'states' || FUNCTIONS.has(name)) {
      problems.push(`${where}Assign: "${name}" cannot name a variable.`);
    }
    if (outerVariables.has(name)) {
      problems.push(`${where}Assign: "${name}" is a variable of a scope around this one, which an inner scope cannot assign.`);
    }
  }
  const variables = new Set([...outerVariables, ...own]);
  if (!Object.hasOwn(branch.States, branch.StartAt)) problems.push(`${where}StartAt: no state "${branch.StartAt}" here.`);
  for (const [name, state] of Object.entries(branch.States)) {
    const at = `${where}States.${name}`;
    if (stateNames.has(name)) problems.push(`${at}: another state of this machine has the name "${name}".`);
    stateNames.add(name);
    for (const target of targets(state)) {
      if (!Object.hasOwn(branch.States, target))
        problems.push(`${at}: leads to "${target}", which is not a state of this scope.`);
    }
    problems.push(...checkState(state).map(problem => `${at}${problem}`));
    for (const { path, source, states } of expressions(state)) {
      problems.push(...checkExpression(source, { states, variables }).map(problem => `${at}.${path}: ${problem} (${source}).`));
    }
    for (const [path, inner] of branches(state)) checkBranch(inner, `${at}.${path}.`, variables, stateNames, problems);
  }
}

function checkState(state: State): string[] {
  const problems: string[] = [];
  if (!['Choice', 'Succeed', 'Fail'].includes(state.Type) && 'Next' in state === 'End' in state) {
    problems.push(': needs exactly one of Next and End.');
  }
  if (state.Type === 'Wait' && (state.Seconds === undefined) === (state.Timestamp === undefined)) {
    problems.push(': needs exactly one of Seconds and Timestamp.');
  }
  if (state.Type === 'Choice') {
    for (const field of ['Assign', 'Output'] as const) {
      // What AWS does with both at once, its guide does not say.
      if (state[field] !== undefined && state.Choices.some(rule => rule[field] !== undefined)) {
        problems.push(`: has ${field} both on the state and on a rule; keep one.`);
      }
    }
  }
  const handlers = 'Retry' in state || 'Catch' in state ? { Retry: state.Retry ?? [], Catch: state.Catch ?? [] } : {};
  for (const [field, list] of Object.entries(handlers)) problems.push(...checkHandlers(field, list));
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
  const caught = 'Catch' in state ? (state.Catch ?? []).map(catcher => catcher.Next) : [];
  const chosen = state.Type === 'Choice' ? state.Choices.map(rule => rule.Next) : [];
  const fallback = state.Type === 'Choice' && state.Default !== undefined ? [state.Default] : [];
  return [...next, ...caught, ...chosen, ...fallback];
}

/** The state machines inside a state, each with its place. */
export function branches(state: State): [path: string, branch: Branch][] {
  if (state.Type === 'Parallel') return state.Branches.map((branch, index) => [`Branches[${index}]`, branch]);
  return state.Type === 'Map' ? [['ItemProcessor', state.ItemProcessor]] : [];
}

function assignments(state: State): JsonObject[] {
  const own = 'Assign' in state ? [state.Assign] : [];
  const caught = 'Catch' in state ? (state.Catch ?? []).map(catcher => catcher.Assign) : [];
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

/** The expressions of a state (not of the machines inside it), each with the members of `$states` it may use. */
function expressions(state: State): Found[] {
  const hasResult = ['Task', 'Parallel', 'Map'].includes(state.Type);
  return Object.entries(state).flatMap(([field, value]) => {
    if (field === 'Branches' || field === 'ItemProcessor' || value === undefined) return [];
    if (field === 'Catch') return find(value, field, CAUGHT);
    return find(value, field, hasResult && (field === 'Output' || field === 'Assign') ? AFTER : BEFORE);
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
