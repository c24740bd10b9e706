import { type Answer, problemAnswer, answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { isRecordParameter } from '#shared/platform/lambda/endpoint/record-parameter.ts';

/**
 * A route as `createRouter` matches it, with the rules of API Gateway: fixed segments win over parameters; HEAD does not match GET.
 */
export interface Routed {
  method: string;
  path: string;
}

export type RouteMatch<T> =
  /** `allowed`: the methods of the path, for the header `Allow`. */
  | { kind: 'found'; route: T; params: Record<string, string>; allowed: string[] }
  | { kind: 'other-method'; allowed: string[] }
  | { kind: 'unknown' };

/**
 * Requests that API Gateway would route to the wrong endpoint, because a fixed word of one path matches the id parameter of
 * another: `PATCH /clients/bulk-delete` matches `PATCH /clients/{uuid}`, although `bulk-delete` is only the path of a POST
 * endpoint. Each gets a route of its own, which answers 405, because API Gateway cannot restrict the format of a parameter.
 */
export function unmeantRoutes(routes: readonly Routed[]): Routed[] {
  const paths = [...Map.groupBy(routes, route => route.path)].map(([path, all]) => ({
    path,
    segments: segmentsOf(path),
    methods: all.map(route => route.method),
  }));
  return paths.flatMap(({ path, segments, methods: own }) => {
    const others = paths.filter(other => hidesIdsOf(segments, other.segments)).flatMap(({ methods }) => methods);
    return [...new Set(others)].filter(method => !own.includes(method)).map(method => ({ method, path }));
  });
}

/** Whether a path matches another one, but has a fixed word where the other has the id of a record. */
const hidesIdsOf = (path: readonly string[], other: readonly string[]): boolean =>
  path.length === other.length &&
  path.every((segment, place) => segment === other[place] || isParameter(other[place] ?? '')) &&
  path.some((segment, place) => !isParameter(segment) && isRecord(other[place] ?? ''));

const isRecord = (segment: string): boolean => isParameter(segment) && isRecordParameter(segment.slice(1, -1));

interface Compiled<T> {
  route: T;
  segments: string[];
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** @throws Error when two routes have the same method and the same form of path. */
export function createRouter<T extends Routed>(routes: readonly T[]): (method: string, path: string) => RouteMatch<T> {
  const compiled = routes.map(route => ({ route, segments: segmentsOf(route.path) }));
  const forms = new Map<string, T>();
  for (const { route, segments } of compiled) {
    const form = `${route.method} ${segments.map(segment => (isParameter(segment) ? '{}' : segment)).join('/')}`;
    const other = forms.get(form);
    if (other) throw new Error(`Two endpoints answer ${route.method} ${route.path} and ${other.path}.`);
    forms.set(form, route);
  }
  // Fixed segments sort before parameters at the first place where two templates differ.
  const rank = (segments: string[]): string => segments.map(segment => (isParameter(segment) ? '1' : '0')).join('');
  compiled.sort((a, b) => (rank(a.segments) < rank(b.segments) ? -1 : 1));

  return (method, path) => {
    const sent = segmentsOf(path);
    const fitting = compiled.filter(({ segments }) => fits(segments, sent));
    const [best] = fitting;
    if (!best) return { kind: 'unknown' };
    const found = fitting.find(({ route }) => route.method === method);
    const allowed = methodsAt(best, fitting);
    if (!found) return { kind: 'other-method', allowed };
    return { kind: 'found', route: found.route, params: parameters(found, sent), allowed };
  };
}

/** The methods of a path and of other matching paths, except those that would read a fixed word of it as an id. */
const methodsAt = <T extends Routed>(best: Compiled<T>, fitting: readonly Compiled<T>[]): string[] => [
  ...new Set(fitting.filter(({ segments }) => !hidesIdsOf(best.segments, segments)).map(({ route }) => route.method)),
];

/** The answer to a request without an endpoint: 404, or 405 with the methods of the path in the header `Allow`. */
export function refusalOf(match: RouteMatch<unknown>, path: string): Answer {
  if (match.kind === 'unknown')
    return problemAnswer(new Problem('not_found', `There is no ${path}. GET /openapi.json describes what there is.`));
  const allow = match.allowed.join(', ');
  const { status, body, headers } = problemAnswer(new Problem('method_not_allowed', `${path} answers ${allow}.`));
  return answer(status, body, { ...headers, allow });
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const fits = (segments: string[], sent: string[]): boolean =>
  segments.length === sent.length &&
  segments.every((segment, place) => (isParameter(segment) ? sent[place] !== '' : segment === sent[place]));

function parameters<T>({ segments }: Compiled<T>, sent: string[]): Record<string, string> {
  const named = segments.flatMap((segment, place) =>
    isParameter(segment) ? [[segment.slice(1, -1), decode(sent[place] ?? '')]] : [],
  );
  return Object.fromEntries(named) as Record<string, string>;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
