import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLE_PERMISSIONS } from '../../../shared/access/permissions.ts';
import { registerOnly } from '../../support/accounts.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { changeMember, type Joined, newMember } from '../../support/organization.ts';
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
const fields = (...names: string[]) => refused(422, Object.fromEntries(names.map(name => [name, expect.any(Array) as unknown])));
const join = (role: Parameters<typeof newMember>[2], companies: string[] = []) => newMember(service(), owner, role, companies);

describe('PATCH /api/v1/members/{uuid}', () => {
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
});
