import { cifKey, type CifLookup } from '#shared/platform/access/company-store.ts';
import { changeMembership, readMembers } from '#shared/platform/access/memberships.ts';
import type { Membership } from '#shared/platform/access/model.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { SHARE_SECRET, tokenOf } from '#shared/documents/invoices/share-links/secret.ts';
import type { Company } from '#shared/model/company.ts';
import { openSecret, readSealed } from '#shared/platform/store/company-secret.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, type Item, type Key, lookupKey } from '#shared/platform/store/table.ts';
import { commitPlainly, remove, retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { linkKeysOf, listWrite, readLinkList } from '#shared/authority/taxauth/connections/link-store.ts';
import { dropToken } from '#shared/authority/taxauth/connections/remove-token.ts';
import { readTokens } from '#shared/authority/taxauth/connections/store.ts';

/** Removal of a company's items outside of its partition (kinds.ts). All functions are idempotent. */

/** Returns the keys of the lookup items that lead to an item of the company's partition. */
export type LookupsOf = (item: Item & Record<string, unknown>) => Key[];

/**
 * Makes the function that finds lookups. Their keys are hashes of tokens derived from a secret of the company, which must be removed
 * last.
 */
export async function lookupsOf(company: CompanyId): Promise<LookupsOf> {
  const sealed = await readSealed(company, SHARE_SECRET);
  const secret = sealed && (await openSecret(company, SHARE_SECRET, sealed));
  return ({ kind, data }) => {
    const { id } = (data ?? {}) as { id?: string };
    return kind === 'share-link' && secret && id ? [lookupKey('SHARE', sha256(tokenOf(secret, id)))] : [];
  };
}

/** The kind of the secret from which lookup keys are derived. */
export const SECRET_KIND: Item['kind'] = SHARE_SECRET.kind;

/**
 * Removes a company from memberships, links and tokens of its organization.
 *
 * @throws ConditionFailed when one of them changed meanwhile
 */
export async function leaveOrganization({ id, organizationId, cif, sandbox }: Company): Promise<void> {
  const members = await readMembers(organizationId);
  await Promise.all([
    ...members.filter(({ allowedCompanies }) => allowedCompanies.includes(id)).map(member => takeOff(member, id)),
    ...members.map(({ userId }) => dropLinks(userId, id)),
    // A sandbox company has no tokens; those of its tax number are a real company's.
    !sandbox && dropTokens(organizationId, { id, cif }),
  ]);
}

async function takeOff(member: Membership, companyId: CompanyId): Promise<void> {
  const allowedCompanies = member.allowedCompanies.filter(one => one !== companyId);
  await transact([changeMembership(member, { ...member, allowedCompanies })]);
}

/** Removes the active links by which the holder of a certificate could connect the company to the tax authority. */
const dropLinks = (userId: string, companyId: CompanyId): Promise<void> =>
  retryOnContention(async () => {
    const list = await readLinkList(userId);
    const own = list?.data.filter(link => link.companyId === companyId) ?? [];
    if (!list || own.length === 0) return;
    const rest = list.data.filter(link => link.companyId !== companyId);
    await transact([listWrite(userId, list, rest), ...linkKeysOf({ ...list, data: own }).map(key => remove(key))]);
  });

/** Removes the authority's tokens that cover only this tax number, unless the number now belongs to another company. */
async function dropTokens(organizationId: string, { id, cif }: Pick<Company, 'id' | 'cif'>): Promise<void> {
  const [tokens, lookup] = await Promise.all([
    readTokens(organizationId),
    getItem<Item & { data: CifLookup }>(cifKey(organizationId, { cif })),
  ]);
  if (lookup && lookup.data.companyId !== id) return;
  for (const token of tokens) {
    const [first, ...others] = token.validatedCifs;
    if (first === cif && others.length === 0) await dropToken(token, commitPlainly);
  }
}
