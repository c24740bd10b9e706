import type { ApiTokenInput } from './input.ts';
import type { NewApiToken } from './model.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import { type Item, type Key, lookupKey, userPartition } from '#shared/platform/store/table.ts';
import type { Actor, ApiToken } from '#shared/platform/access/model.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { create, update, type Write } from '#shared/platform/store/transact.ts';
import { apiKeyPrefix, newApiKey } from '#shared/platform/access/credentials.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import { epochIn, ownerUnchanged } from '#shared/platform/access/epoch.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { apiTokenKey } from '#shared/platform/access/records.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';

/** The lookup item of a key by its id: its user and its organization. */
interface ApiTokenOwner {
  userId: string;
  organizationId: string;
}

export const apiTokenOwnerKey = (id: string): Key => lookupKey('API_TOKEN', id);

/** All keys of a user, of all organizations. */
export const readApiTokens = async (userId: string): Promise<ApiToken[]> =>
  (await queryItems<Item & { data: ApiToken }>({ partition: userPartition(userId), beginsWith: 'KEY#' })).map(item => item.data);

/** The keys of a user, and the owner of the key with the requested id. */
export interface FoundApiToken {
  own: ApiToken[];
  owner: ApiTokenOwner;
}

/** The keys of a user and the owner of the key with this id, in one round trip. @throws 404 if there is no such key */
export async function findApiToken(userId: string, id: string): Promise<FoundApiToken> {
  const [own, owner] = await Promise.all([readApiTokens(userId), getItem<Item & { data: ApiTokenOwner }>(apiTokenOwnerKey(id))]);
  return { own, owner: found(owner, 'API token').data };
}

export function newApiToken(actor: Actor, form: ApiTokenInput): { made: NewApiToken; writes: Write[] } {
  const key = newApiKey(actor.userId, form.sandbox);
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
    ...(form.sandbox && { sandbox: true as const }),
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

export const revocation = (token: ApiToken, refused?: Write['refused']): Write =>
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

/** Whether a key can still be used. */
export const isInForce = ({ revokedAt, expireAt }: ApiToken): boolean =>
  revokedAt === null && (expireAt === null || expireAt > instant());

/** The write that mails its owner that a key was made, or may do more. */
export const keyNotice = (userId: string, name: string, change: 'created' | 'rotated' | 'widened'): Write =>
  mailRequest(userPartition(userId), { template: 'api-key-changed', userId, name, change });
