import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useService();
const { add, at, setPlan, withMember, nothingTold } = companiesCalls(service);

describe('Deleting a company', () => {
  it('hides it at once, rejects its requests with 403, and restores it within 5 days', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    const scope = { token: user.token, company: body.id };
    expect((await at(user, 'POST', `/${body.id}/restore`)).status).toBe(409);
    expect((await at(user, 'DELETE', `/${body.id}`)).status).toBe(204);
    expect((await at(user, 'GET', `/${body.id}`)).status).toBe(404);
    expect((await at(user, 'DELETE', `/${body.id}`)).status).toBe(404);
    expect((await service().api('GET', '/api/v1/companies', { token: user.token })).body).toEqual([]);
    const refused = await call<Refusal>(service(), scope, 'GET', '/vat-rates');
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toMatchObject({ reason: 'company_access' });
    expect((await at(user, 'POST', `/${body.id}/restore`)).status).toBe(200);
    expect((await call<unknown[]>(service(), scope, 'GET', '/vat-rates')).body).toHaveLength(5);
  });

  it('is restored when its tax number is added again', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    await at(user, 'DELETE', `/${body.id}`);
    const again = await add(user);
    expect(again.status).toBe(201);
    expect(again.body.id).toBe(body.id);
  });

  describe('whose tax number is added again by others', () => {
    it('stays deleted, and is not revealed, to a member without access', async () => {
      const { owner, member, hidden } = await withMember(['company.view', 'company.create', 'company.delete']);
      nothingTold(await add(member));
      await at(owner, 'DELETE', `/${hidden.id}`);
      nothingTold(await add(member));
      expect((await at(owner, 'GET', `/${hidden.id}`)).status).toBe(404);
    });
  });

  it('frees its place in the plan, and needs one to be restored (402)', async () => {
    const user = await service().newUser();
    await setPlan(user, 'freemium');
    const first = await add(user);
    expect((await add(user, { cif: '77', name: 'Other' })).status).toBe(402);
    await at(user, 'DELETE', `/${first.body.id}`);
    expect((await add(user, { cif: '77', name: 'Other' })).status).toBe(201);
    expect((await at(user, 'POST', `/${first.body.id}/restore`)).status).toBe(402);
  });
});
