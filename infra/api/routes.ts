import { type Answer, problemAnswer } from '#shared/platform/lambda/endpoint/answer.ts';
import { fits, hidesIdsOf, isParameter, segmentsOf } from '#shared/platform/lambda/endpoint/path-template.ts';
import { methodNotAllowed, Problem } from '#shared/base/kernel/errors.ts';

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
 * Makes the function that names the routes of other paths whose requests with this route's method API Gateway sends to this route, because a fixed
 * word of theirs matches its id parameter: for `PATCH /clients/{uuid}` it is `POST /clients/bulk-delete`. Its function answers them with 405
 * (shared/platform/lambda/endpoint/steps/refuse-other-method.ts).
 */
export function otherRoutes(routes: readonly Routed[]): (route: Routed) => string[] {
  const find = createRouter(routes);
  const paths = [...Map.groupBy(routes, route => route.path)].map(([path, its]) => ({
    path,
    segments: segmentsOf(path),
    methods: its.map(({ method }) => method),
  }));
  return ({ method, path }) => {
    const own = segmentsOf(path);
    return paths
      .filter(({ segments, methods }) => !methods.includes(method) && hidesIdsOf(segments, own))
      .flatMap(other => allowedOf(find('', other.path)).map(allowed => `${allowed} ${other.path}`));
  };
}

const allowedOf = (match: RouteMatch<unknown>): string[] => (match.kind === 'unknown' ? [] : match.allowed);

/** The environment variable with these routes; none if there are none (shared/platform/aws/environment.ts). */
export const otherRoutesEnvironment = (routes: readonly string[]): Record<string, string> =>
  routes.length > 0 ? { OTHER_ROUTES: routes.join(',') } : {};

interface Compiled<T> {
  route: T;
  segments: string[];
}

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
  const rank = ({ segments }: Compiled<T>): string => segments.map(segment => (isParameter(segment) ? '1' : '0')).join('');
  compiled.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));

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
  return problemAnswer(methodNotAllowed(path, match.allowed));
}

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
