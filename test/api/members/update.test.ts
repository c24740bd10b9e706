import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { changeMember, invited, type Joined, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { fields, refused, reason, membersCalls } from './calls.ts';

const service = useService();
const { owner, patch, drop, join } = membersCalls(service);
/** An administrator for tests that do not change it. */
let somebody: Joined;
beforeAll(async () => {
  somebody = await join('admin');
});

describe('PATCH /api/v1/members/{uuid}', () => {
  test('200: role in any case, companies, custom permissions; null takes these back', async () => {
    const member = await join('employee', [owner.company]);
    expect(
      await patch(owner, member, { role: ' Accountant ', allowedCompanies: [owner.company, owner.company, owner.other] }),
    ).toMatchObject({
      status: 200,
      body: { role: 'accountant', allowedCompanies: [owner.company, owner.other] },
    });
    const custom = ['invoice.view', 'invoice.create'];
    expect((await patch(owner, member, { permissions: [...custom, ...custom] })).body['permissions']).toEqual(custom);
    expect((await patch(owner, member, { permissions: null })).body['permissions']).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown permission', { permissions: ['invoice.view', 'invoice.fly'] }, ['permissions.1']],
    ['an unknown company', { allowedCompanies: [randomUUID()] }, ['allowedCompanies.0']],
    ['an invalid flag', { isActive: 'yes' }, ['isActive']],
  ])('422 for %s', async (_, body, names) => {
    expect(await patch(owner, somebody, body)).toMatchObject(fields(...names));
  });

  test('422 for an accountant or employee with an empty list of companies; an owner or admin needs none', async () => {
    const member = await join('admin');
    expect(await patch(owner, member, { role: 'accountant' })).toMatchObject(fields('allowedCompanies'));
    expect(await patch(owner, member, { role: 'employee', allowedCompanies: [] })).toMatchObject(fields('allowedCompanies'));
    expect((await patch(owner, member, { role: 'employee', allowedCompanies: [owner.company] })).status).toBe(200);
    expect(await patch(owner, member, { allowedCompanies: [] })).toMatchObject(fields('allowedCompanies'));
    expect((await patch(owner, member, { role: 'admin', allowedCompanies: [] })).status).toBe(200);
  });

  test('422 for the own role and the own deactivation', async () => {
    expect(await patch(somebody, somebody, { role: 'employee', allowedCompanies: [owner.company] })).toMatchObject(
      fields('role'),
    );
    expect(await patch(somebody, somebody, { isActive: false })).toMatchObject(fields('isActive'));
    expect((await patch(somebody, somebody, { role: 'ADMIN' })).status).toBe(200);
  });

  test('403: an admin cannot change an owner or make one', async () => {
    const second = await join('owner');
    expect(await patch(somebody, second, { permissions: null })).toMatchObject(reason('owner'));
    expect(await patch(somebody, somebody, { role: 'owner' })).toMatchObject(reason('owner'));
    expect(await patch(somebody, await join('employee', [owner.company]), { role: 'owner' })).toMatchObject(reason('owner'));
  });

  test('403: nobody can grant what they do not have: by a permission, a role, an activation, or to themselves', async () => {
    const admin = await join('admin');
    const lacks = (permission: string) => refused(403, { reason: 'permission', permission });
    const employee = await join('employee', [owner.company]);
    expect(await patch(admin, employee, { permissions: ['org.manage_billing'] })).toMatchObject(lacks('org.manage_billing'));
    await changeMember(service(), owner, admin, { permissions: ['org.manage_members', 'company.view'] });
    expect(await patch(admin, employee, { role: 'accountant' })).toMatchObject(lacks('client.create'));
    expect((await patch(admin, employee, { permissions: ['company.view'] })).status).toBe(200);
    expect(await patch(admin, employee, { permissions: null })).toMatchObject(lacks('client.view'));
    expect(await patch(admin, admin, { permissions: null })).toMatchObject(lacks('client.view'));
    const accountant = await join('accountant', [owner.company]);
    await changeMember(service(), owner, accountant, { isActive: false });
    expect(await patch(admin, accountant, { isActive: true })).toMatchObject(lacks('client.view'));
  });

  test('403: a platform administrator cannot be changed', async () => {
    const member = await join('employee', [owner.company]);
    await changeAccount(member.userId, { roles: ['administrator'] });
    expect(await patch(owner, member, { isActive: false })).toMatchObject(reason('platform_administrator'));
    expect(await drop(owner, member)).toMatchObject(reason('platform_administrator'));
  });
});

describe('the plan counts people', () => {
  test('402: a member is activated again only if the plan has room; pending invitations count', async () => {
    const boss = await registerOnly(service());
    const { organization: own } = await whoAmI(service(), boss);
    const member = await newMember(service(), boss, 'admin');
    await service().api('PUT', `/_local/plans/${own.id}`, { body: { plan: 'starter' } });
    const toggle = (isActive: boolean) =>
      service().api('PATCH', `/api/v1/members/${member.memberId}`, { token: boss.token, body: { isActive } });
    expect((await toggle(false)).status).toBe(200);
    const { id } = await invited(service(), boss, { email: 'a@test.example', role: 'admin' });
    await invited(service(), boss, { email: 'b@test.example', role: 'admin' });
    expect(await toggle(true)).toMatchObject({
      status: 402,
      body: { error: { code: 'plan_limit', details: { feature: 'maxUsersPerOrg', limit: 3, plan: 'starter' } } },
    });
    await service().api('DELETE', `/api/v1/invitations/${id}`, { token: boss.token });
    expect((await toggle(true)).status).toBe(200);
  });
});
