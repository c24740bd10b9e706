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

/** The synchronized companies that no other unexpired token connects. */
async function leftWithout(token: TaxauthToken): Promise<Company[]> {
  const [tokens, rows] = await Promise.all([
    readConnecting(token.organizationId),
    queryRows<Company>('gsi1', { partition: companiesOf(token.organizationId) }),
  ]);
  const others = tokens.filter(one => one.id !== token.id && isValid(one));
  const left = rows.filter(({ cif, syncEnabled }) => syncEnabled && token.validatedCifs.includes(cif) && !bestFor(others, cif));
  // The index is eventually consistent: the companies to change are read from the table.
  const companies = await Promise.all(left.map(({ id }) => readCompany(id)));
  return companies.filter(company => company !== undefined && company.deletedAt === null && company.syncEnabled) as Company[];
}
