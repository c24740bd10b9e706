import { type Answer, problemAnswer, answer } from '../shared/lambda/endpoint/answer.ts';
import { Problem } from '../shared/kernel/errors.ts';
import { isRecordParameter } from '../shared/lambda/endpoint/record-parameter.ts';

/** Finds the endpoint of a request, as API Gateway does: fixed path segments win over parameters, and HEAD is no GET. */
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
 * Requests that would come to an endpoint whose path they only seem to fit: a word that one path has where another has the id of a
 * record is no such id. `PATCH /clients/bulk-delete` is none for `PATCH /clients/{uuid}`, if `bulk-delete` has an endpoint of its own.
 * They need routes of their own, because API Gateway, which knows no forms of ids, would send them there.
 */
export function unmeantRoutes(routes: readonly Routed[]): Routed[] {
  const methodsOf = Map.groupBy(routes, route => route.path);
  return [...methodsOf.keys()].flatMap(path => {
    const own = new Set(methodsOf.get(path)?.map(route => route.method));
    const others = routes.filter(route => hidesIdsOf(segmentsOf(path), segmentsOf(route.path)));
    const methods = new Set(others.map(route => route.method));
    return [...methods].filter(method => !own.has(method)).map(method => ({ method, path }));
  });
}

/** Whether a path fits another one but for a fixed word of its own where that has the id of a record. */
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

/** The methods of a path: those of its own, and those of others that fit it too, unless they would take a fixed word of it for an id. */
const methodsAt = <T extends Routed>(best: Compiled<T>, fitting: readonly Compiled<T>[]): string[] => [
  ...new Set(fitting.filter(({ segments }) => !hidesIdsOf(best.segments, segments)).map(({ route }) => route.method)),
];

/** What a request gets that no endpoint answers: 404, or 405 with the methods that there are. */
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
