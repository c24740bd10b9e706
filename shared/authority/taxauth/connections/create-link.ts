import { seal } from '#shared/platform/aws/sealed.ts';
import { epochIn, ownerUnchanged } from '#shared/platform/access/epoch.ts';
import type { Account } from '#shared/platform/access/model.ts';
import { instant, instantIn, now } from '#shared/base/kernel/clock.ts';
import { rateLimited } from '#shared/base/kernel/errors.ts';
import { randomHex, sha256 } from '#shared/base/kernel/ids.ts';
import { type Commit, put, retryOnContention } from '#shared/platform/store/transact.ts';
import { activeLinks, linkItem, linkSealContext, listWrite, type OwnLink, readLinkList, type TokenLink } from './link-store.ts';

const MAX_ACTIVE = 5;
const LIFE_SECONDS = 86_400;

/** Creates a link that expires after a day. @throws 429 when the user has five active links */
export async function createLink(
  account: Account,
  place: Pick<TokenLink, 'organizationId' | 'companyId'>,
  commit: Commit<OwnLink>,
): Promise<OwnLink> {
  const linkToken = randomHex(32);
  const identity = { userId: account.id, hash: sha256(linkToken) };
  const sealedToken = await seal(linkToken, linkSealContext(identity));
  return retryOnContention(async () => {
    const list = await readLinkList(account.id);
    const active = activeLinks(list);
    if (active.length >= MAX_ACTIVE) throw tooMany(active);
    const createdAt = instant();
    const link: TokenLink = {
      ...identity,
      ...epochIn(account),
      ...place,
      sealedToken,
      expiresAt: instantIn(LIFE_SECONDS, createdAt),
      createdAt,
      tokenId: null,
    };
    const writes = [put(linkItem(link)), listWrite(account.id, list, [...active, link]), ownerUnchanged(account)];
    return commit(writes, { ...link, linkToken });
  });
}

function tooMany(active: TokenLink[]) {
  const first = Math.min(...active.map(link => Date.parse(link.expiresAt)));
  return rateLimited(
    `There are ${MAX_ACTIVE} active links already: wait until one is used or expires.`,
    Math.max(1, Math.ceil((first - now().getTime()) / 1000)),
  );
}
