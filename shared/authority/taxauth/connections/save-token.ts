import { seal } from '#shared/platform/aws/sealed.ts';
import { ownerUnchanged } from '#shared/platform/access/epoch.ts';
import { membershipChanged, membershipUnchanged } from '#shared/platform/access/memberships.ts';
import type { Membership } from '#shared/platform/access/model.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import { logSecurityEvent } from '#shared/base/kernel/log.ts';
import type { Company } from '#shared/model/company.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Commit, create, type Write } from '#shared/platform/store/transact.ts';
import { hasAccess } from './authority-client.ts';
import { readTokenValue, tokenExpiry } from './rules.ts';
import type { TaxauthToken } from './model.ts';
import { sealContext, tokenItem, tokenValueKey } from './store.ts';

export interface TokenToSave {
  /** As sent; see `readTokenValue`. */
  value: unknown;
  label: string | null;
  /** Days until the token expires, if it has no claim `exp`. */
  days: number;
  /** The user whose token it is, with `Account.epoch` as it was when the user asked to save it. */
  owner: { id: string; epoch?: number | undefined };
  /** The owner's membership in the organization that the token is for, by which they may save it. */
  membership: Membership;
  /** The company to connect: the authority is asked whether the token gives access to its tax number. */
  company: Company | undefined;
}

const taken = () => invalidFields({ token: ['is saved already'] });

/**
 * Saves a token of the tax authority, encrypted.
 *
 * @param more further writes for the same transaction
 * @throws 400 ill-formed, expired or not accepted; 403 when the membership changed in the meantime; 422 saved already, or without
 *   access to the company's tax number; 429, 503
 */
export async function saveToken(
  wish: TokenToSave,
  commit: Commit<TaxauthToken>,
  more: (token: TaxauthToken) => Write[] = () => [],
): Promise<TaxauthToken> {
  const { owner, membership, company, label, days } = wish;
  const { organizationId } = membership;
  const value = readTokenValue(wish.value);
  const expiresAt = tokenExpiry(value, now(), days);
  const valueHash = sha256(value);
  const valueKey = tokenValueKey(organizationId, valueHash);
  if (await getItem(valueKey)) throw taken();
  if (company && !(await hasAccess(value, company.cif))) {
    throw invalidFields({ token: [`has no e-invoice access for the tax number ${company.cif}`] });
  }
  const at = instant();
  const identity = { id: newId(), userId: owner.id, organizationId };
  const token: TaxauthToken = {
    ...identity,
    version: 1,
    label,
    sealed: await seal(value, sealContext(identity)),
    valueHash,
    validatedCifs: company ? [company.cif] : [],
    expiresAt,
    lastUsedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const once = create({ ...valueKey, kind: 'taxauth-value', tokenId: token.id }, taken);
  const stillMember = membershipUnchanged(membership, membershipChanged);
  const saved = await commit([create(tokenItem(token)), once, ownerUnchanged(owner), stillMember, ...more(token)], token);
  logSecurityEvent('taxauth_token.saved', 'done', { userId: owner.id, organizationId, targetId: token.id });
  return saved;
}
