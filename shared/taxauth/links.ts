import * as z from 'zod';
import { environment } from '../aws/environment.ts';
import { instant, instantIn, now, shownInstant } from '../kernel/clock.ts';
import { found, rateLimited } from '../kernel/errors.ts';
import { randomHex } from '../kernel/ids.ts';
import { getItem } from '../store/read.ts';
import { type Item, type Key, lookupKey, userKey } from '../store/table.ts';
import { type Commit, put, retryOnContention, type Write } from '../store/transact.ts';

/**
 * Links by which somebody else, who holds the certificate, connects a user's company to the tax authority (completions-accounts
 * §20). A link is found by its own text; the user's active ones stand in one item, which makes "at most five" exact.
 */
export interface TokenLink {
  linkToken: string;
  userId: string;
  organizationId: string;
  companyId: string | null;
  expiresAt: string;
  createdAt: string;
  /** The token that was saved by it. */
  tokenId: string | null;
}

interface LinkList extends Item {
  version: number;
  data: TokenLink[];
}

const MAX_ACTIVE = 5;
const LIFE_SECONDS = 86_400;
/** What became of a link can be asked this long after its end. */
const KEPT_SECONDS = 30 * 86_400;

const linkKey = (linkToken: string): Key => lookupKey('TAXAUTHLINK', linkToken);
const listKey = (userId: string): Key => userKey(userId, 'TAXAUTHLINKS');

const linkItem = (link: TokenLink): Item & Record<string, unknown> => ({
  ...linkKey(link.linkToken),
  kind: 'taxauth-link',
  data: link,
  expiresAt: Math.ceil(Date.parse(link.expiresAt) / 1000) + KEPT_SECONDS,
});

export const readLinkList = (userId: string): Promise<LinkList | undefined> => getItem<LinkList>(listKey(userId));

const isActive = (link: TokenLink): boolean => link.tokenId === null && link.expiresAt > instant();

/** The active links of a list, oldest first. */
export const activeLinks = (list: LinkList | undefined): TokenLink[] => (list?.data ?? []).filter(isActive);

/** Writes the user's list as it shall be, if it is still the one read. */
const listWrite = (userId: string, list: LinkList | undefined, links: TokenLink[]): Write =>
  put(
    { ...listKey(userId), kind: 'taxauth-links', version: (list?.version ?? 0) + 1, data: links },
    list
      ? { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': list.version } }
      : { expression: 'attribute_not_exists(pk)' },
  );

/** Makes a link that lives a day. @throws 429 when the user has five active ones */
export function createLink(
  owner: Pick<TokenLink, 'userId' | 'organizationId' | 'companyId'>,
  commit: Commit<TokenLink>,
): Promise<TokenLink> {
  return retryOnContention(async () => {
    const list = await readLinkList(owner.userId);
    const active = activeLinks(list);
    if (active.length >= MAX_ACTIVE) throw tooMany(active);
    const link: TokenLink = {
      linkToken: randomHex(32),
      ...owner,
      expiresAt: instantIn(LIFE_SECONDS),
      createdAt: instant(),
      tokenId: null,
    };
    return commit([put(linkItem(link)), listWrite(owner.userId, list, [...active, link])], link);
  });
}

function tooMany(active: TokenLink[]) {
  const first = Math.min(...active.map(link => Date.parse(link.expiresAt)));
  return rateLimited(`There are ${MAX_ACTIVE} active links already.`, Math.max(1, Math.ceil((first - now().getTime()) / 1000)));
}

/** A link by its text. @throws 404 */
export const readLink = async (linkToken: string): Promise<TokenLink> =>
  found((await getItem<Item & { data: TokenLink }>(linkKey(linkToken)))?.data, 'Link');

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
    activeLinks(list).filter(one => one.linkToken !== link.linkToken),
  ),
];

const urlOf = (link: TokenLink): string => `${environment('apiUrl')}/api/connect/taxauth/link/${link.linkToken}`;

export const newLinkSchema = z.object({
  linkToken: z.string(),
  url: z.string(),
  linkUrl: z.string(),
  expiresAt: z.string(),
});

export const presentNewLink = (link: TokenLink): z.infer<typeof newLinkSchema> => ({
  linkToken: link.linkToken,
  url: urlOf(link),
  linkUrl: urlOf(link),
  expiresAt: shownInstant(link.expiresAt),
});

export const linkSchema = z.object({
  linkToken: z.string(),
  url: z.string(),
  companyId: z.string().nullable(),
  expiresAt: z.string(),
  createdAt: z.string(),
});

export const presentLink = (link: TokenLink): z.infer<typeof linkSchema> => ({
  linkToken: link.linkToken,
  url: urlOf(link),
  companyId: link.companyId,
  expiresAt: shownInstant(link.expiresAt),
  createdAt: shownInstant(link.createdAt),
});
