import { type Answer, problemAnswer, answer } from '../shared/lambda/endpoint/answer.ts';
import { Problem } from '../shared/kernel/errors.ts';

/** Finds the endpoint of a request, as API Gateway does: fixed path segments win over parameters, and HEAD is no GET. */
export interface Routed {
  method: string;
  path: string;
}

export type RouteMatch<T> =
  { kind: 'found'; route: T; params: Record<string, string> } | { kind: 'other-method'; allowed: string[] } | { kind: 'unknown' };

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
    if (!found) return { kind: 'other-method', allowed: [...new Set(fitting.map(({ route }) => route.method))] };
    return { kind: 'found', route: found.route, params: parameters(found, sent) };
  };
}

/** What a request gets that no endpoint answers: 404, or 405 with the methods that there are. */
export function refusalOf(match: Exclude<RouteMatch<unknown>, { kind: 'found' }>, path: string): Answer {
  if (match.kind === 'unknown') return problemAnswer(new Problem('not_found', `There is no ${path}.`));
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
