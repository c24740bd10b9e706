import { describe, expect, test } from 'vitest';
import { ROLE_PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { newEmail, registerOnly } from '../../support/accounts.ts';
import { changeMember, invitationToken, invited, membersOf, newMember } from '../../support/organization.ts';
import { useOwnService } from '../../support/service.ts';
import { useOwner } from './calls.ts';

const service = useOwnService({ machines: [] });
const { owner, accept, call, post } = useOwner(service);

describe('accepting', () => {
  test('404 once the inviter could not grant it any more; valid again when somebody who can sends it again', async () => {
    const LOSSES: [string, Record<string, unknown>][] = [
      ['is no member any more', { isActive: false }],
      ['manages no members any more', { role: 'accountant', allowedCompanies: [owner.company] }],
      ['does not hold what it gives', { permissions: ['org.manage_members'] }],
      [
        'reaches less than it gives',
        { role: 'employee', allowedCompanies: [owner.company], permissions: [...ROLE_PERMISSIONS.admin] },
      ],
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

  test('200 when the inviter has changed, but could still grant it', async () => {
    const inviter = await newMember(service(), owner, 'admin');
    const guest = await registerOnly(service());
    await post({ email: guest.email, role: 'employee', allowedCompanies: [owner.company] }, inviter);
    const change = { role: 'employee', allowedCompanies: [owner.company], permissions: ['org.manage_members'] };
    await changeMember(service(), owner, inviter, change);
    expect((await accept(guest, await invitationToken(service(), guest.email))).status).toBe(200);
  });

  test('of 10 simultaneous acceptances one creates the membership', async () => {
    const email = newEmail();
    const { token } = await invited(service(), owner, { email, role: 'employee' });
    const person = await registerOnly(service(), { email });
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(person, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
    expect((await membersOf(service(), owner)).filter(one => one.userId === person.userId)).toHaveLength(1);
  });
});
