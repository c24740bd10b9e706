import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { everythingAtRest, newEmail, registerReady } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { changeMember, invitationToken, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { fields, instant, useOwner } from './calls.ts';

const service = useService();
const { owner, invite, mails, call, post } = useOwner(service);

describe('POST /api/v1/invitations', () => {
  test('201, and a mail with the token, which is returned nowhere else', async () => {
    const email = newEmail();
    const { status, body } = await post({
      email: ` ${email.toUpperCase()} `,
      role: 'Accountant',
      allowedCompanies: [owner.company],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      uuid: body['id'],
      id: expect.any(String) as string,
      email,
      role: 'accountant',
      status: 'pending',
      allowedCompanies: [owner.company],
      invitedBy: { id: owner.userId, name: 'Ana Pop' },
      createdAt: instant,
      updatedAt: instant,
      expiresAt: instant,
    });
    expect(Date.parse(String(body['expiresAt'])) - Date.parse(String(body['createdAt']))).toBe(7 * 86_400_000);
    const [mail] = await mails(email);
    const token = await invitationToken(service(), email);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(mail?.text).toContain(`/pages/invitations/accept#token=${token}`);
    expect(mail?.text).toContain('Ana Pop');
    expect(mail?.html).toContain('Firma &amp; Fiii');
    expect(await everythingAtRest()).not.toContain(token);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['no email', { role: 'employee' }, ['email']],
    ['the role owner', { email: 'x@test.example', role: 'owner' }, ['role']],
    [
      'an unknown company',
      { email: 'x@test.example', role: 'employee', allowedCompanies: [randomUUID()] },
      ['allowedCompanies.0'],
    ],
  ])('422 for %s', async (_, body, names) => {
    expect(await post(body)).toMatchObject(fields(...names));
  });

  test('422 for a company of others, and for a deleted one', async () => {
    const stranger = await service().newUser();
    const foreign = await service().newCompany(stranger);
    const deleted = await service().newCompany(owner as never, { cif: '55556666' });
    await service().api('DELETE', `/api/v1/companies/${deleted.company}`, { token: owner.token });
    const allowedCompanies = [owner.company, foreign.company, deleted.company];
    expect(await post({ email: newEmail(), role: 'employee', allowedCompanies })).toMatchObject(
      fields('allowedCompanies.1', 'allowedCompanies.2'),
    );
  });

  test('422 for a member, active or not, and for a pending invitation; not for one that was cancelled or has expired', async () => {
    const member = await newMember(service(), owner, 'employee');
    const again = () => post({ email: member.email, role: 'admin' });
    expect(await again()).toMatchObject(fields('email'));
    await changeMember(service(), owner, member, { isActive: false });
    expect(await again()).toMatchObject(fields('email'));
    const email = newEmail();
    const first = await post({ email, role: 'employee' });
    expect(await post({ email: email.toUpperCase(), role: 'admin' })).toMatchObject(fields('email'));
    expect((await call(owner, 'DELETE', `/${String(first.body['id'])}`)).status).toBe(204);
    expect((await post({ email, role: 'admin' })).status).toBe(201);
  });

  test('402: active members and pending invitations together; exact for simultaneous ones', async () => {
    const boss = await registerReady(service());
    const { organization: own } = await whoAmI(service(), boss);
    await service().api('PUT', `/_local/plans/${own.id}`, { body: { plan: 'starter' } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(boss)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array.from({ length: 6 }, () => 402)]);
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
      error: { code: 'plan_limit', details: { feature: 'maxUsersPerOrg', limit: 3, plan: 'starter' } },
    });
  });
});
