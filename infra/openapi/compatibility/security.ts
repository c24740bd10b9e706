import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json.ts';
import { breaking, type Change, harmless, matched } from './change.ts';

/** Compares the credentials that an operation accepts, and the permission that it requires. */
export function compareSecurity(before: JsonObject, after: JsonObject, place: string): Change[] {
  const [old, current] = [accepted(before), accepted(after)];
  const removed = old.filter(name => !current.includes(name) && !current.includes(NOTHING));
  const added = current.filter(name => !old.includes(name) && !old.includes(NOTHING));
  return [
    ...removed.map(name =>
      breaking(place, name === NOTHING ? 'requires a credential now' : `the credential ${name} is not accepted any more`),
    ),
    ...added.map(name =>
      harmless(place, name === NOTHING ? 'requires no credential any more' : `accepts the credential ${name}`),
    ),
    ...permission(before['x-permission'], after['x-permission'], place),
  ];
}

const NOTHING = 'nothing';

/** The alternatives of `security`, each as a text: `session`, or `nothing` without a credential. */
function accepted({ security = [] }: JsonObject): string[] {
  const alternatives = (security as JsonObject[]).map(alternative => Object.keys(alternative).sort());
  return alternatives.length === 0
    ? [NOTHING]
    : alternatives.map(names => names.map(name => `\`${name}\``).join(' with ') || NOTHING);
}

/** A role or an API key that was allowed the operation by its permission may not have another one. */
function permission(before: unknown, after: unknown, place: string): Change[] {
  if (before === after) return [];
  if (after === undefined) return [harmless(place, `requires the permission \`${String(before)}\` no more`)];
  return [
    breaking(
      place,
      `requires the permission \`${String(after)}\`${before === undefined ? '' : ` instead of \`${String(before)}\``}`,
    ),
  ];
}

/** Compares how credentials are sent. */
export function compareSchemes(before: Record<string, JsonObject>, after: Record<string, JsonObject>): Change[] {
  const { removed, added, kept } = matched(before, after);
  const place = (name: string): string => `credential \`${name}\``;
  return [
    ...removed.map(name => breaking(place(name), 'removed')),
    ...added.map(name => harmless(place(name), 'added')),
    ...kept.flatMap(([name, one, other]) =>
      isDeepStrictEqual(one, other) ? [] : [breaking(place(name), 'is sent in another way')],
    ),
  ];
}
