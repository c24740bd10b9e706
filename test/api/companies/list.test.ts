import { describe, expect, it } from 'vitest';
import type { Company } from '../../support/contract.ts';
import { joinAs } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useService();
const { add, at } = companiesCalls(service);

describe('Reading companies', () => {
  it('lists by name, ignoring case and diacritics', async () => {
    const user = await service().newUser();
    for (const [cif, name] of [
      ['11', 'zona'],
      ['12', 'Șapte'],
      ['13', 'alfa'],
      ['14', 'Beta'],
    ])
      await add(user, { cif, name });
    const { body } = await service().api('GET', '/api/v1/companies', { token: user.token });
    expect((body as Company[]).map(one => one.name)).toEqual(['alfa', 'Beta', 'Șapte', 'zona']);
  });

  it('returns only companies with access: members see those on their list, and get 403 for others of the organization', async () => {
    const [owner, member, stranger] = await Promise.all([service().newUser(), service().newUser(), service().newUser()]);
    const [seen, hidden] = [await add(owner, { cif: '21', name: 'Seen' }), await add(owner, { cif: '22', name: 'Hidden' })];
    await joinAs(owner, member, 'accountant', [seen.body.id]);
    const { body } = await service().api('GET', '/api/v1/companies', { token: member.token });
    expect((body as Company[]).map(one => one.name)).toEqual(['Seen']);
    expect((await at(member, 'GET', `/${seen.body.id}`)).status).toBe(200);
    const refused = await at(member, 'GET', `/${hidden.body.id}`);
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toMatchObject({ reason: 'company_access' });
    expect((await at(stranger, 'GET', `/${seen.body.id}`)).status).toBe(404);
    expect((await at(owner, 'GET', '/not-a-uuid')).status).toBe(404);
  });
});
