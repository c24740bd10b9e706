import { beforeAll, describe, expect, test } from 'vitest';
import { ROLE_PERMISSIONS } from '../../../shared/access/permissions.ts';
import { newEmail, registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { changeMember, invitationToken, invited, membersOf, newMember } from '../../support/organization.ts';
import { useOwnService } from '../../support/service.ts';
import { type Answer, invitationsCalls } from './calls.ts';

const service = useOwnService({ machines: [] });
const { accept } = invitationsCalls(service);

let owner: { token: string; userId: string };
let organization: string;
let company: string;

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma & Fiii', firstName: 'Ana', lastName: 'Pop' });
  organization = (await whoAmI(service(), owner)).organization.id;
  company = (await service().newCompany(owner as never)).company;
});

const call = (person: { token: string }, method: string, path: string, body?: unknown): Promise<Answer> =>
  service().api(method, `/api/v1/invitations${path}`, {
    token: person.token,
    headers: { 'x-organization': organization },
    body,
  }) as Promise<Answer>;
const post = (body: unknown, by: { token: string } = owner) => call(by, 'POST', '', body);

describe('accepting', () => {
  test('404 once the inviter could not give it any more; good again when somebody who can sends it again', async () => {
    const LOSSES: [string, Record<string, unknown>][] = [
      ['is no member any more', { isActive: false }],
      ['manages no members any more', { role: 'accountant', allowedCompanies: [company] }],
      ['does not hold what it gives', { permissions: ['org.manage_members'] }],
      ['reaches less than it gives', { role: 'employee', allowedCompanies: [company], permissions: [...ROLE_PERMISSIONS.admin] }],
    ];
    for (const [loss, change] of LOSSES) {
      const inviter = await newMember(service(), owner, 'admin');
      const guest = await registerOnly(service());
      const { body } = await post({ email: guest.email, role: 'admin' }, inviter);
      const token = await invitationToken(service(), guest.email);
      await changeMember(service(), owner, inviter, change);
      expect((await accept(guest, token)).status, loss).toBe(404);
      expect((await call(owner, 'POST', `/${String(body['id'])}/resend`)).status, loss).toBe(204);
      expect((await accept(guest, token)).status, loss).toBe(200);
    }
  });

  test('200 when the inviter has changed, but could still give it', async () => {
    const inviter = await newMember(service(), owner, 'admin');
    const guest = await registerOnly(service());
    await post({ email: guest.email, role: 'employee', allowedCompanies: [company] }, inviter);
    const change = { role: 'employee', allowedCompanies: [company], permissions: ['org.manage_members'] };
    await changeMember(service(), owner, inviter, change);
    expect((await accept(guest, await invitationToken(service(), guest.email))).status).toBe(200);
  });

  test('of 10 simultaneous acceptances one makes the membership', async () => {
    const email = newEmail();
    const { token } = await invited(service(), owner, { email, role: 'employee' });
    const person = await registerOnly(service(), { email });
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(person, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
    expect((await membersOf(service(), owner)).filter(one => one.userId === person.userId)).toHaveLength(1);
  });
});
