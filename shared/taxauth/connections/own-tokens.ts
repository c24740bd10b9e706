import type { Actor } from '../../access/model.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import { getItems } from '../../store/read.ts';
import { readTokens, type TaxauthToken, tokenKey } from './token.ts';

/** The caller's own tokens, in every organization they are a member of, oldest first. */
export async function ownTokens(actor: Actor): Promise<TaxauthToken[]> {
  const tokens = (await Promise.all(actor.memberships.map(one => readTokens(one.organizationId)))).flat();
  return tokens.filter(token => token.userId === actor.userId).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A token of the caller. @throws 403 for one of somebody else in the organization, 404 */
export async function ownToken(actor: Actor, id: string): Promise<TaxauthToken> {
  const items = await getItems(actor.memberships.map(one => tokenKey(one.organizationId, id)));
  const token = items.find(item => item !== undefined)?.['data'] as TaxauthToken | undefined;
  if (!token) throw notFound('Token');
  if (token.userId !== actor.userId) throw forbidden('token_owner', 'The token belongs to another user.');
  return token;
}
