import type { FoundApiToken } from './store.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import { isPermission, type Permission, PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { nearestWord } from '#shared/base/vocabulary/nearest-word.ts';
import { forbidden, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import type { Actor, ApiToken } from '#shared/platform/access/model.ts';

/** The violations of scopes that cannot be granted: unknown ones, and permissions that the user does not have. */
export function scopeViolations(names: string[], held: ReadonlySet<Permission>): Record<string, string[]> {
  const violation = (name: string): string | undefined => {
    if (!isPermission(name)) return unknownScope(name);
    return held.has(name) ? undefined : `you do not hold ${name} yourself`;
  };
  return Object.fromEntries(
    names.flatMap((name, place) => {
      const message = violation(name);
      return message === undefined ? [] : [[`scopes.${place}`, [message]]];
    }),
  );
}

/** The most characters of an unknown name, and the most scopes, that its violation has. */
const LONGEST = 60;
const MOST = 5;

/** Names first what the caller may have misspelt, then the scopes of the same area, then those with the same verb. */
function unknownScope(name: string): string {
  const [area, verb] = name.split('.');
  const alike = [
    nearestWord(
      name,
      PERMISSIONS.filter(one => one.startsWith(`${area}.`) || one.endsWith(`.${verb}`)),
    ),
    ...PERMISSIONS.filter(one => one.endsWith(`.${verb}`) && !COMMON_VERBS.has(verb ?? '')),
    ...PERMISSIONS.filter(one => one.startsWith(`${area}.`)),
  ].filter(one => one !== undefined);
  const meant = [...new Set(alike)].slice(0, MOST);
  const shown = JSON.stringify(name.length > LONGEST ? `${name.slice(0, LONGEST).toWellFormed()}…` : name);
  return `${shown} is no scope${meant.length === 0 ? '' : `; did you mean ${meant.join(', ')}?`}`;
}

/** Verbs that most areas have say nothing about what was meant. */
const COMMON_VERBS: ReadonlySet<string> = new Set(['view', 'create', 'edit', 'delete', 'manage']);

export function requireHeld(names: string[], held: ReadonlySet<Permission>): void {
  const violations = scopeViolations(names, held);
  if (Object.keys(violations).length > 0) throw invalidFields(violations);
}

/** The keys of a user in one organization, newest first. */
export const inOrganization = (tokens: ApiToken[], organizationId: string): ApiToken[] =>
  tokens
    .filter(token => token.organizationId === organizationId)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id));

/** The caller's own key of this id. @throws 404 outside the organization, 403 for another member's key. */
export function ownApiToken(actor: Actor, id: string, { own, owner }: FoundApiToken): ApiToken {
  if (owner.organizationId !== organizationOf(actor)) throw notFound('API token');
  const token = own.find(one => one.id === id);
  if (!token) throw forbidden('not_owner', 'Only its owner may manage an API token.');
  return token;
}
