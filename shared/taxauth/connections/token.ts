import type { Sealed } from '../../aws/sealed.ts';
import { membersOf } from '../../access/organizations.ts';
import type { Membership } from '../../access/model.ts';
import { instant } from '../../kernel/clock.ts';
import { queryItems, queryRows } from '../../store/read.ts';
import { type Item, type Key, organizationKey, organizationPartition } from '../../store/table.ts';

/**
 * Access tokens of the tax authority (completions-accounts §20). A token belongs to the user who saved it and lies in the
 * partition of the organization it was saved in, so that one query finds the connection of any of its companies.
 * Item `O#<organization>` / `TAXAUTH#<id>`.
 */
export interface TaxauthToken {
  id: string;
  version: number;
  userId: string;
  organizationId: string;
  label: string | null;
  /** The token itself; opened only to call the authority. */
  sealed: Sealed;
  valueHash: string;
  /** Tax numbers (digits) for which the authority confirmed access. */
  validatedCifs: string[];
  expiresAt: string;
  lastUsedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

const PREFIX = 'TAXAUTH#';

export const tokenKey = (organizationId: string, id: string): Key => organizationKey(organizationId, `${PREFIX}${id}`);

/** Makes a token's value unique in its organization. */
export const tokenValueKey = (organizationId: string, valueHash: string): Key =>
  organizationKey(organizationId, `TAXAUTHVALUE#${valueHash}`);

export const tokenItem = (token: TaxauthToken): Item & Record<string, unknown> => ({
  ...tokenKey(token.organizationId, token.id),
  kind: 'taxauth-token',
  version: token.version,
  data: token,
});

/** What the sealed value is bound to. */
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

/** The tokens that connect: those of active members. Tokens and members are read side by side. */
export async function readConnecting(organizationId: string): Promise<TaxauthToken[]> {
  const [tokens, members] = await Promise.all([
    readTokens(organizationId),
    queryRows<Membership>('gsi1', { partition: membersOf(organizationId) }),
  ]);
  const active = new Set(members.filter(member => member.isActive).map(member => member.userId));
  return tokens.filter(token => active.has(token.userId));
}

export const isValid = (token: Pick<TaxauthToken, 'expiresAt'>): boolean => token.expiresAt > instant();

const latestFirst = (a: TaxauthToken, b: TaxauthToken): number => (a.expiresAt < b.expiresAt ? 1 : -1);

/** Of the tokens that list a tax number, the one in force the longest; undefined when none lists it. */
export const bestFor = (tokens: TaxauthToken[], cif: string): TaxauthToken | undefined =>
  tokens.filter(token => token.validatedCifs.includes(cif)).sort(latestFirst)[0];
