import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import lang, { type BruRequest } from '@usebruno/lang';

/**
 * Runs requests of a Bruno collection as Bruno does, as far as our collection uses it: variables, path parameters, headers, a bearer token,
 * JSON bodies, assertions, and variables set from a response. Anything else throws. (Why not Bruno's own program: docs/adr/0026.)
 */
export interface Outcome {
  name: string;
  status: number;
  /** Assertions that do not hold, as `res.status: eq 200, but is 404`. */
  failures: string[];
}

/** Values by name: `{{baseUrl}}`. Requests add those that they set. */
export type Variables = Record<string, unknown>;

/** The requests of a folder, in their order. */
export function requestsOf(folder: string): BruRequest[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.bru') && name !== 'folder.bru');
  const requests = files.map(file => lang.bruToJsonV2(readFileSync(join(folder, file), 'utf8')));
  return requests.sort((a, b) => a.meta.seq - b.meta.seq);
}

/** The variables of an environment that are not secret. */
export const environmentOf = (file: string): Variables =>
  Object.fromEntries(
    lang
      .bruToEnvJsonV2(readFileSync(file, 'utf8'))
      .variables.flatMap(({ name, value, secret }) => (secret ? [] : [[name, value]])),
  );

/** Sends one request, checks its assertions, and adds the variables that it sets. */
export async function runRequest(request: BruRequest, variables: Variables): Promise<Outcome> {
  const { http, params = [], headers = [], body, vars, assertions = [] } = request;
  if (!['none', 'json'].includes(http.body)) throw new Error(`Bodies of kind ${http.body} are not supported.`);
  const filled = (text: string): string => interpolated(text, variables);
  const path = params.filter(({ type }) => type === 'path');
  const url = path.reduce((text, { name, value }) => text.replace(`/:${name}`, () => `/${filled(value)}`), filled(http.url));
  const response = await fetch(url, {
    method: http.method.toUpperCase(),
    headers: {
      ...(http.body === 'json' && { 'content-type': 'application/json' }),
      ...(http.auth === 'inherit' && { authorization: `Bearer ${filled('{{token}}')}` }),
      ...Object.fromEntries(headers.filter(({ enabled }) => enabled).map(({ name, value }) => [name, filled(value)])),
    },
    ...(http.body === 'json' && { body: filled(body?.json ?? '') }),
  });
  const res = await read(response);
  const failures = assertions.flatMap(({ name, value }) => failure(name, filled(value), valueOf(name, res)));
  for (const { name, value } of failures.length === 0 ? (vars?.res ?? []) : []) variables[name] = valueOf(value, res);
  return { name: request.meta.name, status: response.status, failures };
}

interface Res {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

async function read(response: Response): Promise<Res> {
  const headers = Object.fromEntries(response.headers);
  const text = await response.text();
  return {
    status: response.status,
    headers,
    body: headers['content-type']?.includes('json') ? (JSON.parse(text) as unknown) : text,
  };
}

function interpolated(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    if (name === '$guid') return crypto.randomUUID();
    if (!Object.hasOwn(variables, name)) throw new Error(`The variable ${name} is not set.`);
    return String(variables[name]);
  });
}

/** Bruno evaluates by QuickJS in its default sandbox, which has no `Intl` and ignores the arguments of the functions that need it. */
const WITHOUT_INTL = `delete globalThis.Intl;
for (const type of [Date, Number, String, Array])
  for (const name of Object.getOwnPropertyNames(type.prototype))
    if (name.startsWith('toLocale')) { const own = type.prototype[name]; type.prototype[name] = function () { return own.call(this); }; }`;

/** The value of a JavaScript expression of the response `res`; undefined if it cannot be evaluated. */
function valueOf(expression: string, res: Res): unknown {
  try {
    return runInNewContext(`${WITHOUT_INTL}\n(${expression})`, { res }) as unknown;
  } catch {
    return undefined;
  }
}

function failure(name: string, rule: string, actual: unknown): string[] {
  const [, operator = '', operand = ''] = /^(\w+) ?(.*)$/.exec(rule) ?? [];
  return holds(operator, operand, actual) ? [] : [`${name}: ${rule}, but is ${JSON.stringify(actual)}`];
}

function holds(operator: string, operand: string, actual: unknown): boolean {
  switch (operator) {
    case 'eq':
      return typeof actual === 'number' ? actual === Number(operand) : actual === operand;
    case 'gte':
      return typeof actual === 'number' && actual >= Number(operand);
    case 'isString':
      return typeof actual === 'string';
    default:
      throw new Error(`The assertion ${operator} is not supported.`);
  }
}
