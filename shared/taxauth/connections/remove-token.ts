import { readCompany } from '../../access/records.ts';
import type { Actor } from '../../access/model.ts';
import { companiesOf } from '../../access/organizations.ts';
import { instant } from '../../kernel/clock.ts';
import { changeCompany } from '../../access/company-store.ts';
import type { Company } from '../../model/company.ts';
import { queryRows } from '../../store/read.ts';
import { type Commit, remove, retryOnContention, transact } from '../../store/transact.ts';
import { ownToken, readConnecting, tokenKey, tokenValueKey } from './store.ts';
import { bestFor, isValid, type TaxauthToken } from './model.ts';

/** Removes a token. Companies that are left without one are no longer synchronised. @throws 403, 404 */
export const removeToken = (actor: Actor, id: string, commit: Commit<void>): Promise<void> =>
  retryOnContention(async () => dropToken(await ownToken(actor, id), commit));

/** Companies that one transaction changes. */
const MOST_COMPANIES = 90;

/** Removes a token as it was read. Fails with `ConditionFailed` when it, or a company that it connects, changed meanwhile. */
export async function dropToken(token: TaxauthToken, commit: Commit<void>): Promise<void> {
  const left = (await leftWithout(token)).map(company =>
    changeCompany(company, { ...company, syncEnabled: false, updatedAt: instant() }),
  );
  // More than a transaction takes go first: asked again, the rest follows.
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
