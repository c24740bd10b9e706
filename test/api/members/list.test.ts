import { describe, expect, test } from 'vitest';
import { registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { membersOf, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { reason, membersCalls } from './calls.ts';

const service = useService();
const { owner, as, join, drop } = membersCalls(service);
const memberIdOf = async (userId: string): Promise<{ memberId: string }> => {
  const found = (await membersOf(service(), owner)).find(one => one.userId === userId);
  return { memberId: found?.id ?? '' };
};

describe('GET /api/v1/members', () => {
  test('200: all members, the first to join on top, with their fields (ORG-6)', async () => {
    const member = await join('employee', [owner.company]);
    const { status, body } = await as(owner, 'GET', '/api/v1/members');
    const members = body as unknown as Record<string, unknown>[];
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;
    expect(status).toBe(200);
    expect(members[0]).toMatchObject({
      userId: owner.userId,
      role: 'owner',
      firstName: 'Ana',
      lastName: 'Pop',
      isCurrentUser: true,
    });
    expect(members.at(-1)).toEqual({
      uuid: member.memberId,
      id: member.memberId,
      userId: member.userId,
      email: member.email,
      firstName: null,
      lastName: null,
      role: 'employee',
      isActive: true,
      allowedCompanies: [owner.company],
      permissions: [],
      isCurrentUser: false,
      lastConnectedAt: null,
      joinedAt: instant,
      createdAt: instant,
      updatedAt: instant,
    });
  });

  test('404 without an active membership; 403 for an organization of others', async () => {
    const person = await registerOnly(service());
    const { organization: own } = await whoAmI(service(), person);
    const second = await newMember(service(), person, 'owner');
    const [mine] = (await membersOf(service(), person)).filter(one => one.userId === person.userId);
    const path = `/api/v1/members/${mine?.id}`;
    expect((await service().api('DELETE', path, { token: second.token, headers: { 'x-organization': own.id } })).status).toBe(
      204,
    );
    const ask = (headers: Record<string, string>) => service().api('GET', '/api/v1/members', { token: person.token, headers });
    expect(await ask({})).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(await ask({ 'x-organization': own.id })).toMatchObject(reason('organization_access'));
    expect(await ask({ 'x-organization': owner.organization })).toMatchObject(reason('organization_access'));
  });
});

describe('DELETE /api/v1/members/{uuid}', () => {
  test('204: the member stays listed, inactive, and has no access any more; repeating it returns 204', async () => {
    const member = await join('employee', [owner.company]);
    const look = () => service().api('GET', '/api/v1/clients', { token: member.token, company: owner.company });
    expect((await look()).status).toBe(200);
    expect((await drop(owner, member)).status).toBe(204);
    expect((await look()).status).toBe(403);
    expect((await drop(owner, member)).status).toBe(204);
    const listed = (await membersOf(service(), owner)).find(one => one.id === member.memberId);
    expect(listed).toMatchObject({ isActive: false, role: 'employee', allowedCompanies: [owner.company] });
  });

  test('403: not oneself; an owner only by another owner', async () => {
    const [admin, second] = await Promise.all([join('admin'), join('owner')]);
    expect(await drop(owner, await memberIdOf(owner.userId))).toMatchObject(reason('self'));
    expect(await drop(admin, second)).toMatchObject(reason('owner'));
    expect((await drop(owner, second)).status).toBe(204);
  });
});
