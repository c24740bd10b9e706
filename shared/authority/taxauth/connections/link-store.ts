import { type Sealed, type SealContext, unseal } from '#shared/platform/aws/sealed.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { found, notFound } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, lookupKey, userKey } from '#shared/platform/store/table.ts';
import { put, type Write } from '#shared/platform/store/transact.ts';

/**
 * A link that a user gives to the holder of the qualified certificate, who connects the user's company to the tax authority by it
 * (COM-56 to COM-59). The item of a link has the hash of its token as key. A second item lists the user's active links, and
 * its version is a condition of each change, so that a user never has more than five.
 */
export interface TokenLink {
  /** SHA-256 of the link's token. The token consists of 64 hex digits. */
  hash: string;
  /** The token, encrypted; it is shown only to the user who created the link. */
  sealedToken: Sealed;
  userId: string;
  /** `Account.epoch` of the user: after the account was taken over by its rightful owner, older links save no token. */
  epoch?: number;
  organizationId: string;
  companyId: string | null;
  expiresAt: string;
  createdAt: string;
  /** Id of the access token that was saved by the link; null until then. */
  tokenId: string | null;
}

export interface LinkList extends Item {
  version: number;
  data: TokenLink[];
}

/** Seconds for which a link is stored after it expires, so that its status can still be read. */
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

/** The keys of the items of a list's links. */
export const linkKeysOf = (list: LinkList): Key[] => list.data.map(link => linkKey(link.hash));

const isActive = (link: TokenLink): boolean => link.tokenId === null && link.expiresAt > instant();

/** The active links of a list, oldest first. */
export const activeLinks = (list: LinkList | undefined): TokenLink[] => (list?.data ?? []).filter(isActive);

/** The conditional write that replaces the user's list; it fails if the list has changed since it was read. */
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

/** A link by its token. @throws 404, also for text that does not have the form of a token */
export async function findConnectLink(linkToken: string): Promise<TokenLink> {
  if (!/^[0-9a-f]{64}$/.test(linkToken)) throw notFound('Link');
  return readConnectLink(sha256(linkToken));
}

export type LinkStatus = 'pending' | 'used' | 'expired';

export const statusOf = (link: TokenLink): LinkStatus =>
  link.tokenId !== null ? 'used' : isActive(link) ? 'pending' : 'expired';

/** The writes that mark a link as used. They fail with `ConditionFailed` if it was used, or another created, in the meantime. */
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

/** The encryption context of a link's token. */
export const linkSealContext = ({ userId, hash }: Pick<TokenLink, 'userId' | 'hash'>): SealContext => ({
  userId,
  taxauthLink: hash,
});

/** A link with its token, to be shown only to the user who created it. */
export interface OwnLink extends TokenLink {
  linkToken: string;
}

/** Decrypts the tokens of links: one call of KMS for each. */
export const openLinks = (links: TokenLink[]): Promise<OwnLink[]> =>
  Promise.all(links.map(async link => ({ ...link, linkToken: await unseal(link.sealedToken, linkSealContext(link)) })));

/** A link without its token, by which anybody can connect the company: the beginning of its hash tells links apart. */
export const hidden = (link: TokenLink): OwnLink => ({ ...link, linkToken: `${link.hash.slice(0, 8)}…` });
