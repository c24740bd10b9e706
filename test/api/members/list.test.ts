import { describe, expect, test } from 'vitest';
import { registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { membersOf, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { reason, membersCalls } from './calls.ts';

const service = useService();
const { owner, as, join } = membersCalls(service);

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
