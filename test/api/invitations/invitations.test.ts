import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROLE_PERMISSIONS } from '../../../shared/access/permissions.ts';
import { everythingAtRest, joinOrganization, newEmail, registerOnly } from '../../support/accounts.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { changeMember, invitationToken, invited, membersOf, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';

const service = useService({ machines: [] });

type Answer = { status: number; body: { error: { code: string; details: object } } & Record<string, unknown> };

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
const look = (token: string) => service().api('GET', `/api/v1/invitations/accept/${token}`) as Promise<Answer>;
const accept = (person: { token: string }, token: string) =>
  service().api('POST', `/api/v1/invitations/accept/${token}`, { token: person.token }) as Promise<Answer>;
const mails = async (email: string) => {
  await service().idle();
  return (await service().mailbox(email)).filter(({ subject }) => /^Invita/.test(subject));
};
const fields = (...names: string[]) => ({
  status: 422,
  body: { error: { details: Object.fromEntries(names.map(name => [name, expect.any(Array) as unknown])) } },
});
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;

describe('POST /api/v1/invitations', () => {
  test('201, and a mail with the token, which stands nowhere else', async () => {
    const email = newEmail();
    const { status, body } = await post({ email: ` ${email.toUpperCase()} `, role: 'Accountant', allowedCompanies: [company] });
    expect(status).toBe(201);
    expect(body).toEqual({
      uuid: body['id'],
      id: expect.any(String) as string,
      email,
      role: 'accountant',
      status: 'pending',
      allowedCompanies: [company],
      invitedBy: { id: owner.userId, name: 'Ana Pop' },
      createdAt: instant,
      updatedAt: instant,
      expiresAt: instant,
    });
    expect(Date.parse(String(body['expiresAt'])) - Date.parse(String(body['createdAt']))).toBe(7 * 86_400_000);
    const [mail] = await mails(email);
    const token = await invitationToken(service(), email);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(mail?.text).toContain(`/invitations/accept?token=${token}`);
    expect(mail?.text).toContain('Ana Pop');
    expect(mail?.html).toContain('Firma &amp; Fiii');
    expect(await everythingAtRest()).not.toContain(token);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['no email', { role: 'employee' }, ['email']],
    ['no email address', { email: 'ana', role: 'employee' }, ['email']],
    ['no role', { email: 'x@test.example' }, ['role']],
    ['the role owner', { email: 'x@test.example', role: 'owner' }, ['role']],
    ['an unknown role', { email: 'x@test.example', role: 'boss' }, ['role']],
    [
      'an unknown company',
      { email: 'x@test.example', role: 'employee', allowedCompanies: [randomUUID()] },
      ['allowedCompanies.0'],
    ],
  ])('422 for %s', async (_, body, names) => {
    expect(await post(body)).toMatchObject(fields(...names));
  });

  test('422 for a company of somebody else, and for a deleted one', async () => {
    const stranger = await service().newUser();
    const foreign = await service().newCompany(stranger);
    const deleted = await service().newCompany(owner as never, { cif: '55556666' });
    await service().api('DELETE', `/api/v1/companies/${deleted.company}`, { token: owner.token });
    const allowedCompanies = [company, foreign.company, deleted.company];
    expect(await post({ email: newEmail(), role: 'employee', allowedCompanies })).toMatchObject(
      fields('allowedCompanies.1', 'allowedCompanies.2'),
    );
  });

  test('422 for a member, active or not, and for a pending invitation; not for one that was taken back or has expired', async () => {
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

  test('of 10 simultaneous invitations of one email one is made, and one mail goes out', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ email, role: 'employee' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
    expect(await mails(email)).toHaveLength(1);
  });

  test('a role goes only to whom its giver may make one: a custom membership and a key invite employees', async () => {
    const manager = await newMember(service(), owner, 'admin');
    await changeMember(service(), owner, manager, { permissions: ['org.manage_members'] });
    const key = { token: await keyWith(service(), owner as never, ['org.manage_members']) };
    for (const by of [manager, key]) {
      expect((await post({ email: newEmail(), role: 'employee' }, by)).status).toBe(201);
      for (const role of ['accountant', 'admin']) {
        expect((await post({ email: newEmail(), role }, by)).body.error.details).toMatchObject({ reason: 'permission' });
      }
    }
  });

  test('403: nobody invites into a role that reaches companies which they do not reach themselves', async () => {
    const manager = await newMember(service(), owner, 'employee', [company]);
    await changeMember(service(), owner, manager, { permissions: [...ROLE_PERMISSIONS.admin] });
    const refusal = await post({ email: newEmail(), role: 'admin' }, manager);
    expect(refusal).toMatchObject({ status: 403, body: { error: { details: { reason: 'company_access' } } } });
    const allowedCompanies = [company];
    expect((await post({ email: newEmail(), role: 'accountant', allowedCompanies }, manager)).status).toBe(201);
    const { company: other } = await service().newCompany(owner as never, { cif: '55556666' });
    const beyond = { email: newEmail(), role: 'employee', allowedCompanies: [company, other] };
    expect(await post(beyond, manager)).toMatchObject(fields('allowedCompanies.1'));
  });

  test('402: active members and pending invitations together; exact for simultaneous ones', async () => {
    const boss = await registerOnly(service());
    const { organization: own } = await whoAmI(service(), boss);
    await service().api('PUT', `/_local/plans/${own.id}`, { body: { plan: 'starter' } });
    const invite = () =>
      service().api('POST', '/api/v1/invitations', { token: boss.token, body: { email: newEmail(), role: 'admin' } });
    const answers = await Promise.all(Array.from({ length: 8 }, invite));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array.from({ length: 6 }, () => 402)]);
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
      error: { code: 'plan_limit', details: { feature: 'maxUsersPerOrg', limit: 3, plan: 'starter' } },
    });
  });
});

describe('GET and DELETE /api/v1/invitations, resend', () => {
  test('pending ones, newest first; not those that were accepted or taken back', async () => {
    const boss = await registerOnly(service());
    const [first, second, third] = [newEmail(), newEmail(), newEmail()];
    const ids: string[] = [];
    for (const email of [first, second, third]) ids.push((await invited(service(), boss, { email, role: 'employee' })).id);
    const list = async () =>
      ((await service().api('GET', '/api/v1/invitations', { token: boss.token })).body as { email: string }[]).map(
        one => one.email,
      );
    expect(await list()).toEqual([third, second, first]);
    expect((await service().api('DELETE', `/api/v1/invitations/${ids[1]}`, { token: boss.token })).status).toBe(204);
    await accept(await registerOnly(service(), { email: first }), await invitationToken(service(), first));
    expect(await list()).toEqual([third]);
  });

  test('404 for one that was taken back: its id and its token are good for nothing', async () => {
    const email = newEmail();
    const { id, token } = await invited(service(), owner, { email, role: 'employee' });
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(204);
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(404);
    expect((await call(owner, 'POST', `/${id}/resend`)).status).toBe(404);
    expect((await look(token)).status).toBe(404);
    expect((await accept(await registerOnly(service(), { email }), token)).status).toBe(404);
  });

  test('sent again: the same link in another mail; three times an hour, also at once', async () => {
    const email = newEmail();
    const { id, token } = await invited(service(), owner, { email, role: 'employee' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(owner, 'POST', `/${id}/resend`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 429, 429, 429]);
    const sent = await mails(email);
    expect(sent).toHaveLength(4);
    for (const { text } of sent) expect(text).toContain(token);
    const limited = await service().api('POST', `/api/v1/invitations/${id}/resend`, { token: owner.token });
    expect(limited.body).toEqual({ error: expect.any(String) as string });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3000);
  });
});

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

  test('GET tells what it is about, to whoever has the link; POST makes a member', async () => {
    const email = newEmail();
    const { token } = await invited(service(), owner, { email, role: 'accountant', allowedCompanies: [company] });
    expect(await look(token)).toMatchObject({
      status: 200,
      body: { email, organizationName: 'Firma & Fiii', role: 'accountant', invitedBy: 'Ana Pop', expiresAt: instant },
    });
    const person = await registerOnly(service(), { email });
    const clients = () => service().api('GET', '/api/v1/clients', { token: person.token, company });
    expect((await clients()).status).toBe(403);
    expect(await accept(person, token)).toMatchObject({
      status: 200,
      body: {
        organization: { uuid: organization, id: organization, name: 'Firma & Fiii' },
        role: 'accountant',
        allowedCompanies: [company],
      },
    });
    expect((await clients()).status).toBe(200);
    const member = (await membersOf(service(), owner)).find(one => one.userId === person.userId);
    expect(member).toMatchObject({ role: 'accountant', isActive: true, allowedCompanies: [company] });
  });

  test('404: a token that is used, unknown, or none', async () => {
    const email = newEmail();
    const { token } = await invited(service(), owner, { email, role: 'employee' });
    const person = await registerOnly(service(), { email });
    expect((await accept(person, token)).status).toBe(200);
    const another = `${'0'.repeat(32)}${token.slice(32)}`;
    for (const bad of [token, another, 'a'.repeat(64), 'x', token.toUpperCase()]) {
      expect((await look(bad)).status).toBe(404);
      expect((await accept(person, bad)).status).toBe(404);
    }
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

  test('422 for an account with another email, which uses nothing up', async () => {
    const email = newEmail();
    const { token } = await invited(service(), owner, { email, role: 'employee' });
    expect(await accept(await registerOnly(service()), token)).toMatchObject(fields('email'));
    expect((await accept(await registerOnly(service(), { email }), token)).status).toBe(200);
  });

  test.each([true, false])(
    '409 for a member already (active: %s): the invitation is used up, and lets nobody back in',
    async isActive => {
      const email = newEmail();
      const { token } = await invited(service(), owner, { email, role: 'admin' });
      const person = await registerOnly(service(), { email });
      await joinOrganization(person.userId, owner.userId, 'employee', { isActive });
      expect(await accept(person, token)).toMatchObject({
        status: 409,
        body: { error: { details: { reason: 'already_member' } } },
      });
      expect((await accept(person, token)).status).toBe(404);
      const member = (await membersOf(service(), owner)).find(one => one.userId === person.userId);
      expect(member).toMatchObject({ role: 'employee', isActive });
    },
  );

  test('402 when the plan has no room any more', async () => {
    const boss = await registerOnly(service());
    const { organization: own } = await whoAmI(service(), boss);
    const people = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const email = newEmail();
        const [person, { token }] = await Promise.all([
          registerOnly(service(), { email }),
          invited(service(), boss, { email, role: 'employee' }),
        ]);
        return { person, token };
      }),
    );
    await service().api('PUT', `/_local/plans/${own.id}`, { body: { plan: 'starter' } });
    const answers = await Promise.all(people.map(({ person, token }) => accept(person, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402]);
  });

  test('registering with an invited email accepts nothing by itself', async () => {
    const email = newEmail();
    await invited(service(), owner, { email, role: 'employee' });
    const person = await registerOnly(service(), { email });
    expect((await membersOf(service(), owner)).map(one => one.userId)).not.toContain(person.userId);
  });

  test('410 after 7 days, for looking, accepting and sending again; and the place is free', async () => {
    const email = newEmail();
    const { id, token } = await invited(service(), owner, { email, role: 'employee' });
    await service().advance('P7D');
    const person = await registerOnly(service(), { email });
    expect(await look(token)).toMatchObject({ status: 410, body: { error: { code: 'gone' } } });
    expect((await accept(person, token)).status).toBe(410);
    const fresh = await refreshed();
    expect((await call(fresh, 'POST', `/${id}/resend`)).status).toBe(410);
    expect((await post({ email, role: 'employee' }, fresh)).status).toBe(201);
  });

  /** The owner with an access token that is in force after a turn of the clock. */
  async function refreshed(): Promise<{ token: string }> {
    const { refreshToken } = owner as unknown as { refreshToken: string };
    const answer = await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token: refreshToken } });
    return answer.body as { token: string };
  }
});

test('every answer was as declared', () => {
  expect(service().runtime.violations).toEqual([]);
});
