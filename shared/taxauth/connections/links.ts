import type * as z from 'zod';
import { environment } from '../../aws/environment.ts';
import { seal, type SealContext, unseal } from '../../aws/sealed.ts';
import { epochIn, ownerUnchanged } from '../../access/epoch.ts';
import type { Account } from '../../access/model.ts';
import { instant, instantIn, now, presentInstant } from '../../kernel/clock.ts';
import { rateLimited } from '../../kernel/errors.ts';
import { randomHex, sha256 } from '../../kernel/ids.ts';
import { type Commit, put, retryOnContention } from '../../store/transact.ts';
import { activeLinks, linkItem, listWrite, readLinkList, type TokenLink } from './link-store.ts';
import type { linkSchema, newLinkSchema } from './schema.ts';

/** Links for the holder of a certificate, as their maker sees them. */

const MAX_ACTIVE = 5;
const LIFE_SECONDS = 86_400;
/** What a sealed token is bound to. */
const sealContext = ({ userId, hash }: Pick<TokenLink, 'userId' | 'hash'>): SealContext => ({ userId, taxauthLink: hash });

/** A link with its token, for its maker alone. */
export interface OwnLink extends TokenLink {
  linkToken: string;
}

/** Makes a link that lives a day. @throws 429 when the user has five active ones */
export async function createLink(
  account: Account,
  place: Pick<TokenLink, 'organizationId' | 'companyId'>,
  commit: Commit<OwnLink>,
): Promise<OwnLink> {
  const linkToken = randomHex(32);
  const identity = { userId: account.id, hash: sha256(linkToken) };
  const sealedToken = await seal(linkToken, sealContext(identity));
  return retryOnContention(async () => {
    const list = await readLinkList(account.id);
    const active = activeLinks(list);
    if (active.length >= MAX_ACTIVE) throw tooMany(active);
    const link: TokenLink = {
      ...identity,
      ...epochIn(account),
      ...place,
      sealedToken,
      expiresAt: instantIn(LIFE_SECONDS),
      createdAt: instant(),
      tokenId: null,
    };
    const writes = [put(linkItem(link)), listWrite(account.id, list, [...active, link]), ownerUnchanged(account)];
    return commit(writes, { ...link, linkToken });
  });
}

/** The links of a list with their tokens: one call of KMS each. */
export const openLinks = (links: TokenLink[]): Promise<OwnLink[]> =>
  Promise.all(links.map(async link => ({ ...link, linkToken: await unseal(link.sealedToken, sealContext(link)) })));

function tooMany(active: TokenLink[]) {
  const first = Math.min(...active.map(link => Date.parse(link.expiresAt)));
  return rateLimited(`There are ${MAX_ACTIVE} active links already.`, Math.max(1, Math.ceil((first - now().getTime()) / 1000)));
}

const urlOf = (link: OwnLink): string => `${environment('apiUrl')}/api/connect/taxauth/link/${link.linkToken}`;

export const presentNewLink = (link: OwnLink): z.infer<typeof newLinkSchema> => ({
  linkToken: link.linkToken,
  url: urlOf(link),
  linkUrl: urlOf(link),
  expiresAt: presentInstant(link.expiresAt),
});

export const presentLink = (link: OwnLink): z.infer<typeof linkSchema> => ({
  linkToken: link.linkToken,
  url: urlOf(link),
  companyId: link.companyId,
  expiresAt: presentInstant(link.expiresAt),
  createdAt: presentInstant(link.createdAt),
});
