import jsonata from 'jsonata';
import type { Json, JsonObject } from './definition.ts';
import { StateError } from './retry.ts';

/** What an expression sees: `$states` and the variables. */
export interface Scope {
  states: { input: Json; context: JsonObject; result?: Json; errorOutput?: JsonObject };
  variables: JsonObject;
}

/** The source inside `{% … %}`, or undefined when the string is a plain one. */
export function expressionIn(text: string): string | undefined {
  return text.startsWith('{%') && text.endsWith('%}') ? text.slice(2, -2).trim() : undefined;
}

/** An endless expression must not take the process with it. */
const GUARDRAILS = { timeout: 5000, stack: 1000 };

const compiled = new Map<string, jsonata.Expression>();

/** The expression of a source, parsed once. @throws Error with JSONata's message when the source is not JSONata. */
export function compile(source: string): jsonata.Expression {
  const known = compiled.get(source);
  if (known) return known;
  const fresh = jsonata(source, GUARDRAILS);
  compiled.set(source, fresh);
  return fresh;
}

/**
 * The value of a template: every `{% … %}` string in it, however deep, replaced by what the expression gives.
 * @param field where the template stands, for the cause of an error: `Arguments`, `Catch[0]/Output`
 * @throws StateError States.QueryEvaluationError when an expression fails or gives nothing
 */
export async function evaluate(template: Json, scope: Scope, field: string): Promise<Json> {
  if (typeof template === 'string') {
    const source = expressionIn(template);
    return source === undefined ? template : evaluateSource(source, scope, field);
  }
  if (Array.isArray(template)) {
    return Promise.all(template.map((item, index) => evaluate(item, scope, `${field}[${index}]`)));
  }
  if (template !== null && typeof template === 'object') return evaluateFields(template, scope, field);
  return template;
}

/** `evaluate` of each field of an object. */
export async function evaluateFields(template: JsonObject, scope: Scope, field: string): Promise<JsonObject> {
  const entries = Object.entries(template).map(async ([key, value]): Promise<[string, Json]> => [
    key,
    await evaluate(value, scope, `${field}/${key}`),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

/** `evaluate` of a field that must give a value of one kind. @throws StateError States.QueryEvaluationError when it gives another. */
export async function evaluateAs<T extends Json>(
  template: Json,
  scope: Scope,
  field: string,
  kind: { name: string; accepts: (value: Json) => value is T },
): Promise<T> {
  const value = await evaluate(template, scope, field);
  if (kind.accepts(value)) return value;
  throw queryError(
    `The JSONata expression '${sourceOf(template)}' specified for the field '${field}' returned an unexpected result type. ` +
      `Expected '${kind.name}', but was '${Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value}'.`,
  );
}

async function evaluateSource(source: string, scope: Scope, field: string): Promise<Json> {
  const described = `The JSONata expression '${source}' specified for the field '${field}'`;
  let value: unknown;
  try {
    const bindings = { ...scope.variables, states: scope.states };
    value = await compile(source).evaluate(undefined, bindings);
  } catch (error) {
    throw queryError(`${described} threw an error during evaluation. ${describe(error)}`);
  }
  const text = value === undefined || isFunction(value) ? undefined : JSON.stringify(value, withoutFunctions);
  if (text === undefined) throw queryError(`${described} returned nothing (undefined).`);
  // The round trip sheds what JSONata hangs on its arrays and any tie to the values that came in.
  return JSON.parse(text) as Json;
}

const queryError = (cause: string): StateError => new StateError('States.QueryEvaluationError', cause);

const sourceOf = (template: Json): string => (typeof template === 'string' ? (expressionIn(template) ?? template) : '…');

/** JSONata throws plain objects: `{code, message, position}`. */
function describe(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? `${code}: ${String(message)}` : String(message);
}

const isFunction = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && ('_jsonata_lambda' in value || '_jsonata_function' in value));

const withoutFunctions = (_key: string, value: unknown): unknown => (isFunction(value) ? undefined : value);
