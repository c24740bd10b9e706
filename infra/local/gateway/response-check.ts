import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import type { EndpointDefinition } from '#shared/platform/lambda/endpoint/definition.ts';
import { PROBLEM_TYPE } from '#shared/platform/lambda/endpoint/conventions/problem-details.ts';
import { declaredErrors } from '../../api/declared-errors.ts';
import type { HttpAnswer } from './gateway-event.ts';

/** Checks every response against the endpoint's definition, so that the OpenAPI document is correct. */

const envelope = z.strictObject({
  error: z.strictObject({
    code: z.string().min(1),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
/** The form that callers ask for by `Accept` (RFC 9457). */
const problem = z.strictObject({
  type: z.string().min(1),
  title: z.string().min(1),
  status: z.number(),
  detail: z.string().min(1),
  instance: z.string().startsWith('urn:x-request-id:'),
  code: z.string().min(1),
  details: z.record(z.string(), z.unknown()).optional(),
});
/** The body of a 429 has another form (REQ-45). */
const limited = z.looseObject({ error: z.string().min(1) });

type Declared = Pick<EndpointDefinition, 'method' | 'path' | 'responses' | 'produces' | 'errorPage'> &
  Parameters<typeof declaredErrors>[0];

/** One sentence for each deviation from the definition, with the path of the value; empty if there is none. */
export async function answerViolations(endpoint: Declared, { status, headers, body }: HttpAnswer): Promise<string[]> {
  const declared = endpoint.responses[status];
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
  if (status === 304) return body.length > 0 ? ['a response of status 304 has no body'] : [];
  if (declared === undefined && status < 400) return [`status ${status} is not among \`responses\``];
  // No operation declares 405: its requests are not meant for it (shared/platform/lambda/endpoint/steps/refuse-other-method.ts).
  if (declared === undefined && status !== 405 && !declaredErrors(endpoint).includes(status)) {
    return [`status ${status} is not declared: add it to \`errors\` (${text.slice(0, 300)})`];
  }
  if (declared === null) return fileViolations(endpoint, status, headers, body);
  const isFile = typesOf(endpoint).includes(typeOf(headers));
  if (isFile && status === Number(Object.keys(endpoint.responses)[0])) return [];
  const type = typeOf(headers);
  if (endpoint.errorPage && status >= 400 && type === 'text/html') return [];
  const isProblem = type === PROBLEM_TYPE && declared === undefined;
  if (type !== 'application/json' && !isProblem) return [`the body of status ${status} is not application/json`];
  const value = parsed(text);
  if (value === undefined) return ['the body is not JSON'];
  if (isProblem) return bodyViolations(problem, value);
  return bodyViolations(declared ? await declared() : status === 429 ? limited : envelope, value);
}

/** A status declared as `null` has no body; only the lowest declared status may instead be a file of the type `produces`. */
function fileViolations(endpoint: Declared, status: number, headers: HttpAnswer['headers'], body: Buffer): string[] {
  const type = typeOf(headers);
  const types = typesOf(endpoint);
  const isFile = types.length > 0 && Number(Object.keys(endpoint.responses)[0]) === status;
  if (isFile)
    return types.includes(type) || (type && types.includes('*/*'))
      ? []
      : [`the file is ${type || 'of no type'}, not ${types.join(' or ')}`];
  return body.length > 0 ? [`status ${status} is declared without a body; of a file, say its type with \`produces\``] : [];
}

const typesOf = ({ produces = [] }: Declared): readonly string[] => [produces].flat();

const typeOf = (headers: HttpAnswer['headers']): string =>
  String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase() ?? '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyViolations(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (!result.success) return result.error.issues.map(issue => `${place(issue.path)}: ${issue.message}`);
  return [...undeclared(value, result.data, []), ...disordered(value, result.data, [])];
}

/**
 * The first field of each object that is not in the order of the schema, in which parsing returns them: what depends on the order of a
 * stored map has another order at each read (engines/table/shuffle.ts).
 */
function disordered(sent: unknown, known: unknown, path: PropertyKey[]): string[] {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return [];
  const places = new Map(Object.keys(known).map((field, at) => [field, at]));
  const fields = Object.keys(sent).filter(field => places.has(field));
  const placeOf = (field: string): number => places.get(field) ?? -1;
  const wrong = fields.slice(1).find((field, before) => placeOf(field) < placeOf(fields[before] ?? field));
  return [
    ...(wrong === undefined ? [] : [`${place([...path, wrong])}: is not in the order of the schema`]),
    ...fields.flatMap(field => disordered(at(sent, field), at(known, field), [...path, field])),
  ];
}

const at = (of: object, field: string): unknown => (of as Record<string, unknown>)[field];

/** The keys that the schema does not know: it drops them while parsing. */
function undeclared(sent: unknown, known: unknown, path: PropertyKey[]): string[] {
  if (Array.isArray(sent)) {
    return Array.isArray(known) ? sent.flatMap((item, index) => undeclared(item, known[index], [...path, index])) : [];
  }
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return [];
  return Object.entries(sent).flatMap(([key, value]) =>
    key in known
      ? undeclared(value, (known as Record<string, unknown>)[key], [...path, key])
      : [`${place([...path, key])}: is not in the schema`],
  );
}

const place = (path: PropertyKey[]): string => (path.length === 0 ? 'body' : path.map(String).join('.'));
