import { beforeAll, describe, expect, test } from 'vitest';
import { registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { type Joined, membersOf, newMember } from '../../support/organization.ts';
import { type Scope, useService } from '../../support/service.ts';
import { type Answer, reason } from './calls.ts';

const service = useService();

let owner: { token: string; userId: string };
let organization: string;
let scope: Scope;
let company: string;

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma', firstName: 'Ana', lastName: 'Pop' });
  organization = (await whoAmI(service(), owner)).organization.id;
  scope = await service().newCompany(owner as never, { cif: '11112222' });
  company = scope.company;
});

/** Calls as somebody who acts in the organization. */
const as = (person: { token: string }, method: string, path: string, body?: unknown): Promise<Answer> =>
  service().api(method, path, { token: person.token, headers: { 'x-organization': organization }, body }) as Promise<Answer>;
const drop = (person: { token: string }, { memberId }: Pick<Joined, 'memberId'>) =>
  as(person, 'DELETE', `/api/v1/members/${memberId}`);
const memberIdOf = async (userId: string): Promise<{ memberId: string }> => {
  const found = (await membersOf(service(), owner)).find(one => one.userId === userId);
  return { memberId: found?.id ?? '' };
};
const join = (role: Parameters<typeof newMember>[2], companies: string[] = []) => newMember(service(), owner, role, companies);

describe('DELETE /api/v1/members/{uuid}', () => {
  test('204: the member stays listed, inactive, and gets in no more; again 204', async () => {
    const member = await join('employee', [company]);
    const look = () => service().api('GET', '/api/v1/clients', { token: member.token, company });
    expect((await look()).status).toBe(200);
    expect((await drop(owner, member)).status).toBe(204);
    expect((await look()).status).toBe(403);
    expect((await drop(owner, member)).status).toBe(204);
    const listed = (await membersOf(service(), owner)).find(one => one.id === member.memberId);
    expect(listed).toMatchObject({ isActive: false, role: 'employee', allowedCompanies: [company] });
  });

  test('403: not oneself; an owner only by another owner', async () => {
    const [admin, second] = await Promise.all([join('admin'), join('owner')]);
    expect(await drop(owner, await memberIdOf(owner.userId))).toMatchObject(reason('self'));
    expect(await drop(admin, second)).toMatchObject(reason('owner'));
    expect((await drop(owner, second)).status).toBe(204);
  });
});
