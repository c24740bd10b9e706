import { type Sealed, type SealContext, unseal } from '../../aws/sealed.ts';
import { instant } from '../../kernel/clock.ts';
import { found, notFound } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { getItem } from '../../store/read.ts';
import { type Item, type Key, lookupKey, userKey } from '../../store/table.ts';
import { put, type Write } from '../../store/transact.ts';

/**
 * Links by which somebody else, who holds the certificate, connects a user's company to the tax authority (completions-accounts
 * §20). A link is found by the hash of its token; the user's active ones are kept in one item, which makes "at most five" exact.
 */
export interface TokenLink {
  /** SHA-256 of the token, which is 64 hex digits. */
  hash: string;
  /** The token for the list of its maker, encrypted. */
  sealedToken: Sealed;
  userId: string;
  /** `Account.epoch` of the user: a link of the account's registrant saves nothing for the owner who took the account over. */
  epoch?: number;
  organizationId: string;
  companyId: string | null;
  expiresAt: string;
  createdAt: string;
  /** The token that was saved by it. */
  tokenId: string | null;
}

export interface LinkList extends Item {
  version: number;
  data: TokenLink[];
}

/** A link is kept, and its status answered, for this long after its end. */
const KEPT_SECONDS = 30 * 86_400;

const linkKey = (hash: string): Key => lookupKey('TAXAUTHLINK', hash);
const listKey = (userId: string): Key => userKey(userId, 'TAXAUTHLINKS');

export const linkItem = (link: TokenLink): Item & Record<string, unknown> => ({
  ...linkKey(link.hash),
  kind: 'taxauth-link',
  data: link,
  expiresAt: Math.ceil(Date.parse(link.expiresAt) / 1000) + KEPT_SECONDS,
});

export const readLinkList = (userId: string): Promise<LinkList | undefined> => getItem<LinkList>(listKey(userId));

/** Where the links of a list are found by their tokens. */
export const linkKeysOf = (list: LinkList): Key[] => list.data.map(link => linkKey(link.hash));

const isActive = (link: TokenLink): boolean => link.tokenId === null && link.expiresAt > instant();

/** The active links of a list, oldest first. */
export const activeLinks = (list: LinkList | undefined): TokenLink[] => (list?.data ?? []).filter(isActive);

/** Writes the user's list as it shall be, if it is still the one read. */
export const listWrite = (userId: string, list: LinkList | undefined, links: TokenLink[]): Write =>
  put(
    { ...listKey(userId), kind: 'taxauth-links', version: (list?.version ?? 0) + 1, data: links },
    list
      ? { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': list.version } }
      : { expression: 'attribute_not_exists(pk)' },
  );

/** A link by its hash. @throws 404 */
export const readConnectLink = async (hash: string): Promise<TokenLink> =>
  found((await getItem<Item & { data: TokenLink }>(linkKey(hash)))?.data, 'Link');

/** A link by its token. @throws 404, also for text that is no such token */
export async function findConnectLink(linkToken: string): Promise<TokenLink> {
  if (!/^[0-9a-f]{64}$/.test(linkToken)) throw notFound('Link');
  return readConnectLink(sha256(linkToken));
}

export type LinkStatus = 'pending' | 'used' | 'expired';

export const statusOf = (link: TokenLink): LinkStatus =>
  link.tokenId !== null ? 'used' : isActive(link) ? 'pending' : 'expired';

/** The writes that use a link up. They fail with `ConditionFailed` when it was used, or another link made, in between. */
export const useLink = (link: TokenLink, list: LinkList | undefined, tokenId: string): Write[] => [
  put(linkItem({ ...link, tokenId }), {
    expression: '#data.tokenId = :none',
    names: { '#data': 'data' },
    values: { ':none': null },
  }),
  listWrite(
    link.userId,
    list,
    activeLinks(list).filter(one => one.hash !== link.hash),
  ),
];

/** What the sealed token of a link is bound to. */
export const linkSealContext = ({ userId, hash }: Pick<TokenLink, 'userId' | 'hash'>): SealContext => ({
  userId,
  taxauthLink: hash,
});

/** A link with its token, for its maker alone. */
export interface OwnLink extends TokenLink {
  linkToken: string;
}

/** The links of a list with their tokens: one call of KMS each. */
export const openLinks = (links: TokenLink[]): Promise<OwnLink[]> =>
  Promise.all(links.map(async link => ({ ...link, linkToken: await unseal(link.sealedToken, linkSealContext(link)) })));
