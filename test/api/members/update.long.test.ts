import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLE_PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { changeMember, membersOf, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { fields, reason, membersCalls } from './calls.ts';
import { registerOnly } from '../../support/accounts.ts';

const service = useService();
const { owner, as, patch, join } = membersCalls(service);

describe('PATCH /api/v1/members/{uuid}', () => {
  test('a change takes effect with the next request, of a session and of a key', async () => {
    const member = await join('accountant', [owner.company]);
    await changeMember(service(), owner, member, { permissions: [...PERMISSIONS.filter(name => name !== 'org.manage_billing')] });
    const made = await as(member, 'POST', '/api/v1/api-tokens', { name: 'k', scopes: [...PERMISSIONS.slice(0, 40)] });
    const key = String(made.body['token']);
    const create = (token: string) =>
      service().api('POST', '/api/v1/clients', {
        token,
        company: owner.company,
        body: { name: randomUUID(), country: 'RO', type: 'individual' },
      });
    const look = (token: string) => service().api('GET', '/api/v1/clients', { token, company: owner.company });
    const both = async (call: typeof look) => [(await call(member.token)).status, (await call(key)).status];
    expect(await both(create)).not.toContain(403);
    await changeMember(service(), owner, member, { permissions: ['client.view'] });
    expect(await both(create)).toEqual([403, 403]);
    expect(await both(look)).toEqual([200, 200]);
    await changeMember(service(), owner, member, { permissions: null, role: 'employee' });
    expect(await both(create)).toEqual([403, 403]);
    await changeMember(service(), owner, member, { allowedCompanies: [owner.other] });
    expect(await both(look)).toEqual([403, 403]);
    await changeMember(service(), owner, member, { allowedCompanies: [owner.company] });
    expect(await both(look)).toEqual([200, 200]);
    await changeMember(service(), owner, member, { isActive: false });
    expect(await both(look)).toEqual([403, 401]);
    await changeMember(service(), owner, member, { isActive: true });
    expect(await both(look)).toEqual([200, 200]);
  });

  test('403: a key can grant only its own scopes', async () => {
    const key = await keyWith(service(), owner, ['org.manage_members']);
    const employee = await join('employee', [owner.company]);
    expect((await patch({ token: key }, employee, { role: 'accountant' })).status).toBe(403);
    expect((await patch({ token: key }, employee, { allowedCompanies: [owner.company, owner.other] })).status).toBe(200);
  });

  test('a member with access to some companies can grant access to these only', async () => {
    const manager = await join('accountant', [owner.company]);
    await changeMember(service(), owner, manager, { permissions: ['org.manage_members'] });
    const employee = await join('employee', [owner.company]);
    expect(await patch(manager, employee, { allowedCompanies: [owner.company, owner.other] })).toMatchObject(
      fields('allowedCompanies.1'),
    );
    expect(await patch(manager, manager, { allowedCompanies: [owner.company, owner.other] })).toMatchObject(
      fields('allowedCompanies.1'),
    );
    await changeMember(service(), owner, employee, { allowedCompanies: [owner.company, owner.other] });
    expect((await patch(manager, employee, { allowedCompanies: [owner.other] })).status).toBe(200);
  });

  test('403: nobody can grant a role with access to companies that they have no access to themselves', async () => {
    const manager = await join('employee', [owner.company]);
    const held = [...ROLE_PERMISSIONS.employee, 'org.manage_members'];
    await changeMember(service(), owner, manager, { permissions: held });
    const accomplice = await join('employee', [owner.company]);
    for (const change of [
      { role: 'admin', permissions: held },
      { role: 'admin', permissions: ['company.view'] },
    ])
      expect(await patch(manager, accomplice, change)).toMatchObject(reason('company_access'));
    expect(await patch(manager, manager, { role: 'admin', permissions: held })).toMatchObject(reason('company_access'));
    const clients = (person: { token: string }, of: string) =>
      service().api('GET', '/api/v1/clients', { token: person.token, company: of });
    expect((await clients(accomplice, owner.other)).status).toBe(403);
    // A deactivated membership has no access: activating it again grants everything that it has access to.
    for (const [role, companies] of [
      ['admin', []],
      ['employee', [owner.company, owner.other]],
    ] as const) {
      const former = await join(role, [...companies]);
      await changeMember(service(), owner, former, { isActive: false, permissions: ['company.view'] });
      for (const change of [{ isActive: true }, { isActive: true, allowedCompanies: [owner.company, owner.other] }])
        expect(await patch(manager, former, change)).toMatchObject(reason('company_access'));
    }
    const near = await join('employee', [owner.company]);
    await changeMember(service(), owner, near, { isActive: false });
    // Nor to a member who stays or becomes inactive: another user may activate them without noticing the added access.
    expect(await patch(manager, near, { role: 'admin', permissions: held })).toMatchObject(reason('company_access'));
    expect(await patch(manager, near, { permissions: [...held, 'invoice.delete'] })).toMatchObject(reason('permission'));
    expect(await patch(manager, accomplice, { isActive: false, role: 'admin', permissions: held })).toMatchObject(
      reason('company_access'),
    );
    expect((await patch(manager, near, { isActive: true, permissions: ['company.view'] })).status).toBe(200);
    // A role with access to all companies may grant all of them.
    await changeMember(service(), owner, manager, { role: 'admin' });
    expect((await patch(manager, accomplice, { role: 'admin', permissions: held })).status).toBe(200);
    expect((await clients(accomplice, owner.other)).status).toBe(200);
  });
});

describe('an organization always has an owner', () => {
  test('two owners who demote and remove each other at the same time: one remains, in every attempt', async () => {
    for (let round = 0; round < 4; round++) {
      const first = await registerOnly(service());
      const { organization: own } = await whoAmI(service(), first);
      const second = await newMember(service(), first, 'owner');
      const [mine] = (await membersOf(service(), first)).filter(one => one.userId === first.userId);
      const call = (by: { token: string }, id: string) =>
        service().api(round % 2 === 0 ? 'DELETE' : 'PATCH', `/api/v1/members/${id}`, {
          token: by.token,
          headers: { 'x-organization': own.id },
          body: { role: 'admin' },
        });
      const answers = await Promise.all([call(first, second.memberId), call(second, mine?.id ?? '')]);
      const done = answers.filter(({ status }) => status < 300);
      expect(done).toHaveLength(1);
      const left = await Promise.all([first, second].map(one => as2(one, own.id)));
      expect(left.flat().filter(one => one.role === 'owner' && one.isActive).length).toBeGreaterThanOrEqual(1);
    }
  });
  /** The members as a user sees them; none for users who see none any more. */
  async function as2({ token }: { token: string }, organizationId: string) {
    const answer = await service().api('GET', '/api/v1/members', { token, headers: { 'x-organization': organizationId } });
    return answer.status === 200 ? (answer.body as { role: string; isActive: boolean }[]) : [];
  }
});
