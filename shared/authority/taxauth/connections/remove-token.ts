import { findCompanies } from '#shared/platform/access/named-companies.ts';
import { membershipKey } from '#shared/platform/access/records.ts';
import type { Actor, Membership } from '#shared/platform/access/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { changeCompany, type CifLookup, cifKey } from '#shared/platform/access/company-store.ts';
import type { Company } from '#shared/model/company.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { type Commit, remove, retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { ownToken, readTokens, tokenKey, tokenValueKey } from './store.ts';
import { bestFor, isValid, type TaxauthToken } from './model.ts';

/** Removes a token of the caller. Companies that no other token connects are no longer synchronized. @throws 403, 404 */
export const removeToken = (actor: Actor, id: string, commit: Commit<void>): Promise<void> =>
  retryOnContention(async () => dropToken(await ownToken(actor, id), commit));

/** The most companies that one transaction changes: it may have 100 writes. */
const MOST_COMPANIES = 90;

/** Removes a token. Fails with `ConditionFailed` if the token, or a company that it connects, has changed since it was read. */
export async function dropToken(token: TaxauthToken, commit: Commit<void>): Promise<void> {
  const left = (await leftWithout(token)).map(company =>
    changeCompany(company, { ...company, syncEnabled: false, updatedAt: instant() }),
  );
  // Companies beyond one transaction are changed first, in separate transactions. After a failure, a repeated call does the rest.
  while (left.length > MOST_COMPANIES) await transact(left.splice(0, MOST_COMPANIES));
  const version = {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': token.version },
  };
  return commit(
    [
      remove(tokenKey(token.organizationId, token.id), version),
      remove(tokenValueKey(token.organizationId, token.valueHash)),
      ...left,
    ],
    undefined,
  );
}

/** The synchronized companies that no other unexpired token connects. Read from the table: an index may be out of date. */
async function leftWithout({ id, organizationId, validatedCifs }: TaxauthToken): Promise<Company[]> {
  const [tokens, lookups] = await Promise.all([
    readTokens(organizationId),
    getItems<Item & { data: CifLookup }>(validatedCifs.map(cif => cifKey(organizationId, { cif }))),
  ]);
  const others = tokens.filter(one => one.id !== id && isValid(one));
  const [members, companies] = await Promise.all([
    getItems<Item & { data: Membership }>(others.map(one => membershipKey(one.userId, organizationId))),
    findCompanies(lookups.flatMap(lookup => (lookup ? [lookup.data.companyId] : []))),
  ]);
  const connecting = others.filter((_, place) => members[place]?.data.isActive);
  return companies.filter(({ cif, syncEnabled }) => syncEnabled && !bestFor(connecting, cif));
}
