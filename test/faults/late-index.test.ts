import { describe, expect, it } from 'vitest';
import { readCompany } from '#shared/platform/access/records.ts';
import { companiesCalls } from '../api/companies/calls.ts';
import { CIF, taxauthCalls } from '../api/taxauth/calls.ts';
import { makeReadOnly } from '../support/matrix/people.ts';
import { joinAs, whoAmI } from '../support/members.ts';
import { useOwnService } from '../support/service.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Decisions in requests that follow each other so fast that the table's indexes do not have the earlier changes yet. */

const service = useOwnService({ lateReads: 'all' });
const { add, at } = companiesCalls(service);
const { as, authorityToken, save, owner } = taxauthCalls(service);

it('set-active makes no more companies writable than the plan allows', async () => {
  const user = await service().newUser();
  const { organization } = await whoAmI(service(), user);
  await service().api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'business' } });
  const ids: CompanyId[] = [];
  for (const cif of ['301', '302', '303', '304', '305']) ids.push((await add(user, { cif, name: `Company ${cif}` })).body.id);
  await service().api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'starter' } });
  await Promise.all(ids.slice(3).map(makeReadOnly));

  expect((await at(user, 'PUT', `/${ids[4]}/set-active`)).status).toBe(200);
  expect((await Promise.all(ids.map(readCompany))).map(company => company?.isReadOnly)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

describe('removing a token of the tax authority', () => {
  it('switches off the synchronization of a company that was switched on just before', async () => {
    const { user, scope } = await owner();
    const { id } = (await save(user, { token: await authorityToken(), companyId: scope.company })).body;
    expect((await as(scope)('POST', `/api/v1/companies/${scope.company}/toggle-sync`)).status).toBe(200);
    expect((await as(user)('DELETE', `/api/v1/taxauth/tokens/${id}`)).status).toBe(204);
    expect(await readCompany(scope.company)).toMatchObject({ cif: CIF, syncEnabled: false });
  });

  it('keeps it on when the token of a member who has just joined connects the company', async () => {
    const [{ user, scope }, member] = [await owner(), await service().newUser()];
    const { id } = (await save(user, { token: await authorityToken(), companyId: scope.company })).body;
    expect((await as(scope)('POST', `/api/v1/companies/${scope.company}/toggle-sync`)).status).toBe(200);
    // The indexes have the company by now.
    await service().idle();
    await joinAs(user, member, 'admin');
    expect((await save(member, { token: await authorityToken(), companyId: scope.company })).status).toBe(201);
    expect((await as(user)('DELETE', `/api/v1/taxauth/tokens/${id}`)).status).toBe(204);
    expect(await readCompany(scope.company)).toMatchObject({ cif: CIF, syncEnabled: true });
  });
});
