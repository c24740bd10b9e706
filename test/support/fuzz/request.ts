import { seededRandom } from '../../../infra/local/faults/faults.ts';
import { isObject, type JsonObject } from '../../../infra/openapi/json.ts';
import type { Case, Change } from './cases.ts';
import type { RawRequest } from './raw-http.ts';
import type { Operation } from './document.ts';

/** A request that the operation accepts, and the records of another tenant that a case may name. */
export interface Base {
  /** Values of the path parameters. */
  params: Record<string, string>;
  /** With its question mark, or empty. */
  query: string;
  token: string | undefined;
  company: string | undefined;
  body: unknown;
}

export interface Foreign {
  params: Record<string, string>;
  company: string;
}

/** Makes a request of a case, with the existing records. */
export async function requestOf(
  operation: Operation,
  { path, query, rawQuery, headers, body }: Case,
  base: Base,
  foreign: Foreign,
): Promise<RawRequest> {
  const target = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value?.kind === 'other') return segment(value.value);
    return encodeURIComponent((value?.kind === 'foreign' ? foreign : base).params[name] ?? '');
  });
  const made = await bodyOf(operation, body, base.body);
  const usual: Case['headers'] = {
    authorization: base.token === undefined ? null : base.token.startsWith('af_') ? base.token : `Bearer ${base.token}`,
    'x-company': base.company ?? null,
    'content-type': made?.type ?? null,
  };
  const named = { ...headers, ...(headers['x-company'] === 'FOREIGN' && { 'x-company': foreign.company }) };
  const sent = Object.entries({ ...usual, ...named }).filter((one): one is [string, string] => one[1] !== null);
  return {
    method: operation.method,
    target: target + queryText(query, rawQuery, base.query),
    headers: Object.fromEntries(sent),
    body: made?.bytes,
  };
}

/** Parameters beyond it are left out: Node takes 16 KB of a request before its body. */
const LONGEST_QUERY = 3_500;

/** Text with a percent sign is sent unchanged. */
const segment = (value: string): string => (value.includes('%') ? value : encodeURIComponent(value));

function queryText(query: Case['query'], rawQuery: string | undefined, base: string): string {
  if (rawQuery !== undefined) return `?${rawQuery}`;
  let left = LONGEST_QUERY - base.length;
  const own = Object.entries(query).flatMap(([name, value]) => {
    const written = `${name}=${encodeURIComponent((value ?? '').toWellFormed())}`;
    left -= written.length;
    return value === undefined || left < 0 ? [] : [written];
  });
  const all = [...(base === '' ? [] : [base.slice(1)]), ...own];
  return all.length > 0 ? `?${all.join('&')}` : '';
}

interface Sent {
  type: string;
  bytes: Buffer;
}

const JSON_TYPE = 'application/json';

async function bodyOf({ form }: Operation, plan: Case['body'], base: unknown): Promise<Sent | undefined> {
  if (plan.kind === 'none') return undefined;
  if (plan.kind === 'raw') return { type: JSON_TYPE, bytes: Buffer.from(plan.text) };
  if (plan.kind === 'generated') return asJson(plan.value);
  if (form) return formOf(base, plan.kind === 'bytes' ? plan : undefined);
  if (plan.kind === 'bytes') return undefined;
  const random = seededRandom(plan.mix);
  const mixed = grafted(isObject(base) ? base : {}, plan.value, () => random() * 100 >= plan.share);
  return asJson(plan.changes.reduce(changed, mixed));
}

const asJson = (value: unknown): Sent => ({ type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(value) ?? '') });

/** A form as bytes: whole, or cut off after a number of them, or with one of them changed. */
async function formOf(base: unknown, broken: { cut: number; flip: number | undefined } | undefined): Promise<Sent> {
  const response = new Response(base instanceof FormData ? base : new FormData());
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!broken || bytes.length === 0) return { type, bytes };
  if (broken.flip === undefined) return { type, bytes: bytes.subarray(0, broken.cut % bytes.length) };
  const at = broken.flip % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return { type, bytes };
}

/** `base` with those members of `value` that are not kept, at all depths; of lists, the first entry. */
function grafted(base: unknown, value: unknown, keeps: () => boolean): unknown {
  if (isObject(base) && isObject(value)) {
    const names = [...new Set([...Object.keys(base), ...Object.keys(value)])];
    const members = names.flatMap((name): [string, unknown][] => {
      if (!Object.hasOwn(value, name)) return [[name, base[name]]];
      if (keeps()) return Object.hasOwn(base, name) ? [[name, base[name]]] : [];
      return [[name, grafted(base[name], value[name], keeps)]];
    });
    return Object.fromEntries(members);
  }
  if (Array.isArray(base) && Array.isArray(value) && base.length > 0 && value.length > 0)
    return [grafted(base[0], value[0], keeps), ...(base.slice(1) as unknown[])];
  return value;
}

/** A member of an object or a list. */
interface Place {
  holder: JsonObject | unknown[];
  name: string;
}

function changed(body: unknown, { at, to }: Change): unknown {
  const root: JsonObject = { body: structuredClone(body) };
  const places = placesIn(root);
  const place = places[at % places.length];
  if (!place) return body;
  // Lists are changed by index, as objects are by name.
  const holder = place.holder as JsonObject;
  if (to.kind === 'value') define(holder, place.name, to.value);
  else if (to.kind === 'removed') remove(place);
  else {
    const inside = holder[place.name];
    define(isObject(inside) ? inside : (root['body'] as JsonObject), to.name, to.value);
  }
  return root['body'];
}

function remove({ holder, name }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
}

/** Also `__proto__` as a member of its own. */
const define = (holder: unknown, name: string, value: unknown): void => {
  if (typeof holder === 'object' && holder !== null)
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
};

/** Deeper places are in values that are wrong for their depth already. */
const DEEPEST = 20;

const placesIn = (holder: JsonObject | unknown[], depth = 0): Place[] =>
  Object.entries(holder).flatMap(([name, value]) => [
    { holder, name },
    ...(depth < DEEPEST && (isObject(value) || Array.isArray(value)) ? placesIn(value, depth + 1) : []),
  ]);
