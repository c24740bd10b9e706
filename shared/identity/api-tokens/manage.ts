import * as z from 'zod';
import { instant, shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';
import { conflict, forbidden, found, invalidFields, notFound } from '../../kernel/errors.ts';
import { MOST_ENTRIES, text, TOO_MANY_ENTRIES } from '../../kernel/fields.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { getItem, queryItems } from '../../store/read.ts';
import { type Item, type Key, lookupKey, userPartition } from '../../store/table.ts';
import { type Commit, ConditionFailed, create, update, type Write } from '../../store/transact.ts';
import { apiTokenKey } from '../../access/records.ts';
import { apiKeyPrefix, newApiKey } from '../../access/credentials.ts';
import { epochIn, ownerUnchanged } from '../../access/epoch.ts';
import type { Actor, ApiToken } from '../../access/model.ts';
import { isPermission, type Permission } from '../../access/permissions.ts';
import type { apiTokenSchema, newApiTokenSchema } from './schema.ts';

/** API keys: scoped credentials of a user within one organization (completions-accounts §8, interface.md §API token object). */

export const presentApiToken = (token: ApiToken): z.infer<typeof apiTokenSchema> => ({
  id: token.id,
  name: token.name,
  tokenPrefix: token.tokenPrefix,
  scopes: token.scopes,
  lastUsedAt: shownInstantOrNull(token.lastUsedAt),
  expireAt: shownInstantOrNull(token.expireAt),
  revokedAt: shownInstantOrNull(token.revokedAt),
  createdAt: shownInstant(token.createdAt),
});

/** A key just made, with its raw value. */
export interface NewApiToken {
  record: ApiToken;
  key: string;
}

export const presentNewApiToken = ({ record, key }: NewApiToken): z.infer<typeof newApiTokenSchema> => ({
  ...presentApiToken(record),
  token: key,
});

const scopes = () =>
  z
    .array(z.string().trim(), 'must be a list of scopes')
    .min(1, 'must name at least one scope')
    .max(MOST_ENTRIES, TOO_MANY_ENTRIES)
    .transform(names => [...new Set(names)]);

const INSTANT = 'must be an ISO 8601 instant such as 2030-01-31T00:00:00Z';

const expiry = () =>
  z
    .union([z.literal(''), z.iso.datetime({ offset: true })], INSTANT)
    .transform(value => (value === '' ? null : new Date(value).toISOString()))
    .refine(value => value === null || value > instant(), 'must be in the future')
    .nullish();

/** Body of POST /api/v1/api-tokens; `expireAt` is another name of `expiresAt`. */
export const ApiTokenForm = z
  .object({ name: text(255), scopes: scopes(), expiresAt: expiry(), expireAt: expiry() })
  .transform(({ name, scopes, expiresAt, expireAt }) => ({ name, scopes, expireAt: expiresAt ?? expireAt ?? null }));
export type ApiTokenForm = z.infer<typeof ApiTokenForm>;

/** Body of PATCH /api/v1/api-tokens/{uuid}. */
export const ApiTokenChange = z
  .object({ name: text(255).optional(), scopes: scopes().optional() })
  .refine(({ name, scopes }) => name !== undefined || scopes !== undefined, 'names no field to change');
export type ApiTokenChange = z.infer<typeof ApiTokenChange>;

/** What is wrong with each scope that may not be granted; a key cannot hold what its user does not. */
export function scopeFaults(names: string[], held: ReadonlySet<Permission>): Record<string, string[]> {
  const fault = (name: string): string | undefined => {
    if (!isPermission(name)) return `${JSON.stringify(name)} is no scope`;
    return held.has(name) ? undefined : `you do not hold ${name} yourself`;
  };
  return Object.fromEntries(
    names.flatMap((name, place) => {
      const message = fault(name);
      return message === undefined ? [] : [[`scopes.${place}`, [message]]];
    }),
  );
}

function requireHeld(names: string[], held: ReadonlySet<Permission>): void {
  const faults = scopeFaults(names, held);
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
}

/** Item that finds a key by its id: whose it is, and in which organization. */
interface ApiTokenOwner {
  userId: string;
  organizationId: string;
}

export const apiTokenOwnerKey = (id: string): Key => lookupKey('API_TOKEN', id);

/** All keys of a user, of all organizations. */
export const readApiTokens = async (userId: string): Promise<ApiToken[]> =>
  (await queryItems<Item & { data: ApiToken }>({ partition: userPartition(userId), beginsWith: 'KEY#' })).map(item => item.data);

/** A user's keys, and whose key the id names. */
export interface FoundApiToken {
  own: ApiToken[];
  owner: ApiTokenOwner;
}

/** What there is to know about a key by its id, in one wave. @throws 404 when there is none of this id. */
export async function findApiToken(userId: string, id: string): Promise<FoundApiToken> {
  const [own, owner] = await Promise.all([readApiTokens(userId), getItem<Item & { data: ApiTokenOwner }>(apiTokenOwnerKey(id))]);
  return { own, owner: found(owner, 'API token').data };
}

/** The organization that the request is about. @throws 404 when the caller has none. */
export function organizationOf(actor: Actor): string {
  if (!actor.membership) throw notFound('Organization');
  return actor.membership.organizationId;
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

function newApiToken(actor: Actor, form: ApiTokenForm): { made: NewApiToken; writes: Write[] } {
  const key = newApiKey(actor.userId);
  const record: ApiToken = {
    id: newId(),
    userId: actor.userId,
    organizationId: organizationOf(actor),
    name: form.name,
    tokenPrefix: apiKeyPrefix(key),
    tokenHash: sha256(key),
    scopes: form.scopes,
    lastUsedAt: null,
    expireAt: form.expireAt,
    revokedAt: null,
    ...epochIn(actor.account),
    createdAt: instant(),
  };
  const owner: ApiTokenOwner = { userId: record.userId, organizationId: record.organizationId };
  return {
    made: { record, key },
    writes: [
      create({ ...apiTokenKey(actor.userId, record.tokenHash), kind: 'api-token', data: record }),
      create({ ...apiTokenOwnerKey(record.id), kind: 'api-token-owner', data: owner }),
      ownerUnchanged(actor.account),
    ],
  };
}

/** Makes a key. @throws 422 for a scope that is unknown or that the caller does not hold. */
export async function createApiToken(actor: Actor, form: ApiTokenForm, commit: Commit<NewApiToken>): Promise<NewApiToken> {
  requireHeld(form.scopes, actor.permissions);
  const { made, writes } = newApiToken(actor, form);
  return commit(writes, made);
}

/** Renames a key or replaces its scopes; its expiry cannot change. */
export async function updateApiToken(
  actor: Actor,
  token: ApiToken,
  change: ApiTokenChange,
  commit: Commit<ApiToken>,
): Promise<ApiToken> {
  if (change.scopes) requireHeld(change.scopes, actor.permissions);
  const changed = { ...token, name: change.name ?? token.name, scopes: change.scopes ?? token.scopes };
  const fields = [change.name !== undefined && '#data.#name = :name', change.scopes && '#data.scopes = :scopes'].filter(Boolean);
  return commit(
    [
      update(apiTokenKey(token.userId, token.tokenHash), {
        expression: `SET ${fields.join(', ')}`,
        names: { '#data': 'data', ...(change.name !== undefined && { '#name': 'name' }) },
        values: {
          ...(change.name !== undefined && { ':name': change.name }),
          ...(change.scopes && { ':scopes': change.scopes }),
        },
        condition: 'attribute_exists(pk)',
      }),
    ],
    changed,
  );
}

const revocation = (token: ApiToken, refused?: Write['refused']): Write =>
  update(
    apiTokenKey(token.userId, token.tokenHash),
    {
      expression: 'SET #data.revokedAt = :now',
      names: { '#data': 'data' },
      values: { ':now': instant(), ':null': null },
      condition: '#data.revokedAt = :null',
    },
    refused,
  );

/** Revokes a key, at once and for good; revoking it again changes nothing. */
export async function revokeApiToken(token: ApiToken, commit: Commit<void>): Promise<void> {
  if (token.revokedAt !== null) return;
  try {
    await commit([revocation(token)], undefined);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // Somebody else revoked it first.
  }
}

/** Puts a new key with the same name, scopes and expiry in a key's place. @throws 409 for a key that is revoked or expired. */
export async function rotateApiToken(actor: Actor, token: ApiToken, commit: Commit<NewApiToken>): Promise<NewApiToken> {
  const over = () => conflict('The API token is revoked or expired.');
  if (token.revokedAt !== null || (token.expireAt !== null && token.expireAt <= instant())) throw over();
  const { made, writes } = newApiToken(actor, token);
  return commit([revocation(token, over), ...writes], made);
}
