import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLE_PERMISSIONS } from '../../../shared/access/permissions.ts';
import { changeAccount, registerOnly } from '../../support/accounts.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { changeMember, invited, type Joined, membersOf, newMember } from '../../support/organization.ts';
import { type Scope, useService } from '../../support/service.ts';
import { type Answer, refused, reason } from './calls.ts';

const service = useService();

let owner: { token: string; userId: string };
let organization: string;
let scope: Scope;
let company: string;
let other: string;

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma', firstName: 'Ana', lastName: 'Pop' });
  organization = (await whoAmI(service(), owner)).organization.id;
  [scope, { company: other }] = await Promise.all([
    service().newCompany(owner as never, { cif: '11112222' }),
    service().newCompany(owner as never, { cif: '33334444' }),
  ]);
  company = scope.company;
});

/** Calls as somebody who acts in the organization. */
const as = (person: { token: string }, method: string, path: string, body?: unknown): Promise<Answer> =>
  service().api(method, path, { token: person.token, headers: { 'x-organization': organization }, body }) as Promise<Answer>;
const patch = (person: { token: string }, { memberId }: Pick<Joined, 'memberId'>, body: unknown) =>
  as(person, 'PATCH', `/api/v1/members/${memberId}`, body);
const drop = (person: { token: string }, { memberId }: Pick<Joined, 'memberId'>) =>
  as(person, 'DELETE', `/api/v1/members/${memberId}`);
const fields = (...names: string[]) => refused(422, Object.fromEntries(names.map(name => [name, expect.any(Array) as unknown])));
const join = (role: Parameters<typeof newMember>[2], companies: string[] = []) => newMember(service(), owner, role, companies);

describe('PATCH /api/v1/members/{uuid}', () => {
  test('200: role in any case, companies, custom permissions; null takes these back', async () => {
    const member = await join('employee', [company]);
    expect(await patch(owner, member, { role: ' Accountant ', allowedCompanies: [company, company, other] })).toMatchObject({
      status: 200,
      body: { role: 'accountant', allowedCompanies: [company, other] },
    });
    const custom = ['invoice.view', 'invoice.create'];
    expect((await patch(owner, member, { permissions: [...custom, ...custom] })).body['permissions']).toEqual(custom);
    expect((await patch(owner, member, { permissions: null })).body['permissions']).toEqual([]);
  });

  test('what was changed holds for the very next request, of a session and of a key', async () => {
    const member = await join('accountant', [company]);
    await changeMember(service(), owner, member, { permissions: [...PERMISSIONS.filter(name => name !== 'org.manage_billing')] });
    const made = await as(member, 'POST', '/api/v1/api-tokens', { name: 'k', scopes: [...PERMISSIONS.slice(0, 40)] });
    const key = String(made.body['token']);
    const create = (token: string) =>
      service().api('POST', '/api/v1/clients', {
        token,
        company,
        body: { name: randomUUID(), country: 'RO', type: 'individual' },
      });
    const look = (token: string) => service().api('GET', '/api/v1/clients', { token, company });
    const both = async (call: typeof look) => [(await call(member.token)).status, (await call(key)).status];
    expect(await both(create)).not.toContain(403);
    await changeMember(service(), owner, member, { permissions: ['client.view'] });
    expect(await both(create)).toEqual([403, 403]);
    expect(await both(look)).toEqual([200, 200]);
    await changeMember(service(), owner, member, { permissions: null, role: 'employee' });
    expect(await both(create)).toEqual([403, 403]);
    await changeMember(service(), owner, member, { allowedCompanies: [other] });
    expect(await both(look)).toEqual([403, 403]);
    await changeMember(service(), owner, member, { allowedCompanies: [company] });
    expect(await both(look)).toEqual([200, 200]);
    await changeMember(service(), owner, member, { isActive: false });
    expect(await both(look)).toEqual([403, 401]);
    await changeMember(service(), owner, member, { isActive: true });
    expect(await both(look)).toEqual([200, 200]);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown role', { role: 'boss' }, ['role']],
    ['an unknown permission', { permissions: ['invoice.view', 'invoice.fly'] }, ['permissions.1']],
    ['a company that there is not', { allowedCompanies: [randomUUID()] }, ['allowedCompanies.0']],
    ['a company that is no id', { allowedCompanies: ['x'] }, ['allowedCompanies.0']],
    ['no field that there is', { name: 'x' }, ['body']],
    ['a flag that is none', { isActive: 'yes' }, ['isActive']],
  ])('422 for %s', async (_, body, names) => {
    expect(await patch(owner, await join('admin'), body)).toMatchObject(fields(...names));
  });

  test('422 for a company of another organization', async () => {
    const stranger = await service().newUser();
    const foreign = await service().newCompany(stranger);
    expect(await patch(owner, await join('admin'), { allowedCompanies: [foreign.company] })).toMatchObject(
      fields('allowedCompanies.0'),
    );
  });

  test('422 for an empty list of companies of an accountant or employee; an owner or admin needs none', async () => {
    const member = await join('admin');
    expect(await patch(owner, member, { role: 'accountant' })).toMatchObject(fields('allowedCompanies'));
    expect(await patch(owner, member, { role: 'employee', allowedCompanies: [] })).toMatchObject(fields('allowedCompanies'));
    expect((await patch(owner, member, { role: 'employee', allowedCompanies: [company] })).status).toBe(200);
    expect(await patch(owner, member, { allowedCompanies: [] })).toMatchObject(fields('allowedCompanies'));
    expect((await patch(owner, member, { role: 'admin', allowedCompanies: [] })).status).toBe(200);
  });

  test('422 for the own role and the own deactivation', async () => {
    const admin = await join('admin');
    expect(await patch(admin, admin, { role: 'employee', allowedCompanies: [company] })).toMatchObject(fields('role'));
    expect(await patch(admin, admin, { isActive: false })).toMatchObject(fields('isActive'));
    expect((await patch(admin, admin, { role: 'ADMIN' })).status).toBe(200);
  });

  test('403: an admin changes no owner and makes none', async () => {
    const [admin, second] = await Promise.all([join('admin'), join('owner')]);
    expect(await patch(admin, second, { permissions: null })).toMatchObject(reason('owner'));
    expect(await patch(admin, admin, { role: 'owner' })).toMatchObject(reason('owner'));
    expect(await patch(admin, await join('employee', [company]), { role: 'owner' })).toMatchObject(reason('owner'));
  });

  test('403: nobody grants what they do not hold: not by a permission, a role, an activation, nor to themselves', async () => {
    const admin = await join('admin');
    const lacks = (permission: string) => refused(403, { reason: 'permission', permission });
    const employee = await join('employee', [company]);
    expect(await patch(admin, employee, { permissions: ['org.manage_billing'] })).toMatchObject(lacks('org.manage_billing'));
    await changeMember(service(), owner, admin, { permissions: ['org.manage_members', 'company.view'] });
    expect(await patch(admin, employee, { role: 'accountant' })).toMatchObject(lacks('client.create'));
    expect((await patch(admin, employee, { permissions: ['company.view'] })).status).toBe(200);
    expect(await patch(admin, employee, { permissions: null })).toMatchObject(lacks('client.view'));
    expect(await patch(admin, admin, { permissions: null })).toMatchObject(lacks('client.view'));
    const accountant = await join('accountant', [company]);
    await changeMember(service(), owner, accountant, { isActive: false });
    expect(await patch(admin, accountant, { isActive: true })).toMatchObject(lacks('client.view'));
  });

  test('403: a key grants no more than its scopes', async () => {
    const key = await keyWith(service(), owner, ['org.manage_members']);
    const employee = await join('employee', [company]);
    expect((await patch({ token: key }, employee, { role: 'accountant' })).status).toBe(403);
    expect((await patch({ token: key }, employee, { allowedCompanies: [company, other] })).status).toBe(200);
  });

  test('a member of some companies gives the reach of these alone', async () => {
    const manager = await join('accountant', [company]);
    await changeMember(service(), owner, manager, { permissions: ['org.manage_members'] });
    const employee = await join('employee', [company]);
    expect(await patch(manager, employee, { allowedCompanies: [company, other] })).toMatchObject(fields('allowedCompanies.1'));
    expect(await patch(manager, manager, { allowedCompanies: [company, other] })).toMatchObject(fields('allowedCompanies.1'));
    await changeMember(service(), owner, employee, { allowedCompanies: [company, other] });
    expect((await patch(manager, employee, { allowedCompanies: [other] })).status).toBe(200);
  });

  test('403: nobody gives a role that reaches companies which they do not reach themselves', async () => {
    const manager = await join('employee', [company]);
    const held = [...ROLE_PERMISSIONS.employee, 'org.manage_members'];
    await changeMember(service(), owner, manager, { permissions: held });
    const accomplice = await join('employee', [company]);
    for (const change of [
      { role: 'admin', permissions: held },
      { role: 'admin', permissions: ['company.view'] },
    ])
      expect(await patch(manager, accomplice, change)).toMatchObject(reason('company_access'));
    expect(await patch(manager, manager, { role: 'admin', permissions: held })).toMatchObject(reason('company_access'));
    const clients = (person: { token: string }, of: string) =>
      service().api('GET', '/api/v1/clients', { token: person.token, company: of });
    expect((await clients(accomplice, other)).status).toBe(403);
    // A membership that was switched off reaches nothing: to switch it on again gives all that it reaches.
    for (const [role, companies] of [
      ['admin', []],
      ['employee', [company, other]],
    ] as const) {
      const former = await join(role, [...companies]);
      await changeMember(service(), owner, former, { isActive: false, permissions: ['company.view'] });
      for (const change of [{ isActive: true }, { isActive: true, allowedCompanies: [company, other] }])
        expect(await patch(manager, former, change)).toMatchObject(reason('company_access'));
    }
    const near = await join('employee', [company]);
    await changeMember(service(), owner, near, { isActive: false });
    // To one that stays or goes off neither: somebody else may switch it on without a look at what was added.
    expect(await patch(manager, near, { role: 'admin', permissions: held })).toMatchObject(reason('company_access'));
    expect(await patch(manager, near, { permissions: [...held, 'invoice.delete'] })).toMatchObject(reason('permission'));
    expect(await patch(manager, accomplice, { isActive: false, role: 'admin', permissions: held })).toMatchObject(
      reason('company_access'),
    );
    expect((await patch(manager, near, { isActive: true, permissions: ['company.view'] })).status).toBe(200);
    // A role that reaches all companies may give all of them.
    await changeMember(service(), owner, manager, { role: 'admin' });
    expect((await patch(manager, accomplice, { role: 'admin', permissions: held })).status).toBe(200);
    expect((await clients(accomplice, other)).status).toBe(200);
  });

  test('403: a platform administrator is out of reach', async () => {
    const member = await join('employee', [company]);
    await changeAccount(member.userId, { roles: ['administrator'] });
    expect(await patch(owner, member, { isActive: false })).toMatchObject(reason('platform_administrator'));
    expect(await drop(owner, member)).toMatchObject(reason('platform_administrator'));
  });

  test('404 for a member of another organization', async () => {
    const stranger = await registerOnly(service());
    const [member] = await membersOf(service(), stranger);
    expect((await patch(owner, { memberId: member?.id ?? '' }, { isActive: false })).status).toBe(404);
    expect((await drop(owner, { memberId: member?.id ?? '' })).status).toBe(404);
  });
});

describe('the plan counts people', () => {
  test('402: a member is activated again only where the plan has room; pending invitations take a place', async () => {
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
