import { readCompany } from '../identity/access.ts';
import type { Actor } from '../identity/model.ts';
import { companiesOf } from '../identity/organizations.ts';
import { instant } from '../kernel/clock.ts';
import { changeCompany } from '../parties/company-store.ts';
import type { Company } from '../parties/company.ts';
import { queryRows } from '../store/read.ts';
import { type Commit, remove, retryOnContention } from '../store/transact.ts';
import { ownToken } from './own-tokens.ts';
import { bestFor, isValid, readConnecting, type TaxauthToken, tokenKey, tokenValueKey } from './token.ts';

/** Removes a token. Companies that are left without one are no longer synchronised. @throws 403, 404 */
export function removeToken(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  return retryOnContention(async () => {
    const token = await ownToken(actor, id);
    const left = await leftWithout(token);
    const version = {
      expression: '#version = :version',
      names: { '#version': 'version' },
      values: { ':version': token.version },
    };
    return commit(
      [
        remove(tokenKey(token.organizationId, id), version),
        remove(tokenValueKey(token.organizationId, token.valueHash)),
        ...left.map(company => changeCompany(company, { ...company, syncEnabled: false, updatedAt: instant() })),
      ],
      undefined,
    );
  });
}

/** The synchronised companies that no other token in force connects. */
async function leftWithout(token: TaxauthToken): Promise<Company[]> {
  const [tokens, rows] = await Promise.all([
    readConnecting(token.organizationId),
    queryRows<Company>('gsi1', { partition: companiesOf(token.organizationId) }),
  ]);
  const others = tokens.filter(one => one.id !== token.id && isValid(one));
  const left = rows.filter(({ cif, syncEnabled }) => syncEnabled && token.validatedCifs.includes(cif) && !bestFor(others, cif));
  // The index may lag: what is changed is read as it is.
  const companies = await Promise.all(left.map(({ id }) => readCompany(id)));
  return companies.filter(company => company !== undefined && company.deletedAt === null && company.syncEnabled) as Company[];
}
