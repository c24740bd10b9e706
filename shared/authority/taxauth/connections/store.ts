import { membersOf } from '#shared/platform/access/organizations.ts';
import type { Actor, Membership } from '#shared/platform/access/model.ts';
import { forbidden, notFound } from '#shared/base/kernel/errors.ts';
import { getItems, queryItems, queryRows } from '#shared/platform/store/read.ts';
import { type Item, type Key, organizationKey, organizationPartition } from '#shared/platform/store/table.ts';
import type { TaxauthToken } from './model.ts';

/** Access tokens of the tax authority in the table: in the partition of their organization. */

const PREFIX = 'TAXAUTH#';

export const tokenKey = (organizationId: string, id: string): Key => organizationKey(organizationId, `${PREFIX}${id}`);

/** The key of the item that makes the value of a token unique in its organization. */
export const tokenValueKey = (organizationId: string, valueHash: string): Key =>
  organizationKey(organizationId, `TAXAUTHVALUE#${valueHash}`);

export const tokenItem = (token: TaxauthToken): Item & Record<string, unknown> => ({
  ...tokenKey(token.organizationId, token.id),
  kind: 'taxauth-token',
  version: token.version,
  data: token,
});

/** The encryption context of a token's value. */
export const sealContext = (token: Pick<TaxauthToken, 'id' | 'userId' | 'organizationId'>): Record<string, string> => ({
  tokenId: token.id,
  userId: token.userId,
  organizationId: token.organizationId,
});

/** All tokens of an organization, oldest first. */
export async function readTokens(organizationId: string): Promise<TaxauthToken[]> {
  const items = await queryItems<{ data: TaxauthToken }>({
    partition: organizationPartition(organizationId),
    beginsWith: PREFIX,
  });
  return items.map(item => item.data);
}

/** The tokens of an organization's active members, expired ones included. One parallel round trip. */
export async function readConnecting(organizationId: string): Promise<TaxauthToken[]> {
  const [tokens, members] = await Promise.all([
    readTokens(organizationId),
    queryRows<Membership>('gsi1', { partition: membersOf(organizationId) }),
  ]);
  const active = new Set(members.filter(member => member.isActive).map(member => member.userId));
  return tokens.filter(token => active.has(token.userId));
}

/** The caller's own tokens, in every organization they are a member of, oldest first. */
export async function ownTokens(actor: Actor): Promise<TaxauthToken[]> {
  const tokens = (await Promise.all(actor.memberships.map(one => readTokens(one.organizationId)))).flat();
  return tokens.filter(token => token.userId === actor.userId).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A token of the caller. @throws 403 for a token of another user in the caller's organizations; 404 */
export async function ownToken(actor: Actor, id: string): Promise<TaxauthToken> {
  const items = await getItems(actor.memberships.map(one => tokenKey(one.organizationId, id)));
  const token = items.find(item => item !== undefined)?.['data'] as TaxauthToken | undefined;
  if (!token) throw notFound('Token');
  if (token.userId !== actor.userId) throw forbidden('token_owner', 'The token belongs to another user.');
  return token;
}
