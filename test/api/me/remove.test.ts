import { describe, expect, test } from 'vitest';
import { readAccount, findOrganization } from '#shared/platform/access/records.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type Item, userPartition } from '#shared/platform/store/table.ts';
import {
  changeAccount,
  everythingAtRest,
  PASSWORD,
  type Registered,
  registerConfirmed,
  registerReady,
} from '../../support/accounts.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { changeMember, newMember } from '../../support/organization.ts';
import { codeOf, registerGuarded, wrongCode } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const leave = (person: { token: string }, body: unknown = { password: PASSWORD }) =>
  service().api('DELETE', '/api/v1/me', { token: person.token, body });
const me = async (token: string) => (await service().api('GET', '/api/v1/me', { token })).status;
const refresh = async ({ refreshToken }: Registered) =>
  (await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token: refreshToken } })).status;

describe('DELETE /api/v1/me', () => {
  test('204: session, refresh token, key and password are rejected; no record names the person', async () => {
    const person = await registerConfirmed(service(), { firstName: 'Ermengarda', lastName: 'Vîlsan' });
    await service().api('PATCH', '/api/v1/me', { token: person.token, body: { phone: '+40 21 999 77 55' } });
    const key = await keyWith(service(), person, ['invoice.view']);
    expect(await me(key)).toBe(200);
    const { organization } = await whoAmI(service(), person);
    expect((await leave(person)).status).toBe(204);
    expect(await me(person.token)).toBe(403);
    expect(await refresh(person)).toBe(403);
    expect(await me(key)).toBe(401);
    const login = await service().api('POST', '/api/auth', { body: { email: person.email, password: PASSWORD } });
    expect(login.status).toBe(401);
    const { account, memberships } = await readAccount(person.userId);
    expect(memberships).toEqual([]);
    expect(account).toMatchObject({
      active: false,
      email: `deleted-${person.userId}@deleted.invalid`,
      firstName: null,
      lastName: null,
      phone: null,
      passwordHash: null,
    });
    expect((await findOrganization(organization.id))?.closedAt).toEqual(expect.any(String));
    const left = await queryItems<Item>({ partition: userPartition(person.userId) });
    expect(left.filter(({ sk }) => !/^(A#$|SESSION#|MAIL#)/.test(sk))).toEqual([]);
    const rest = await everythingAtRest();
    for (const trace of ['999 77 55', person.email]) expect(rest).not.toContain(trace);
  });

  test('the email is free again: another account may use it, and is a new one', async () => {
    const person = await registerReady(service());
    await leave(person);
    const again = await registerReady(service(), { email: person.email });
    expect(again.userId).not.toBe(person.userId);
  });

  test.each<[string, unknown, number]>([
    ['no password', {}, 400],
    ['an empty password', { password: '' }, 400],
    ['a wrong password', { password: 'wrong' }, 403],
  ])('is rejected with %s', async (_, body, status) => {
    const person = await registerReady(service());
    expect((await leave(person, body)).status).toBe(status);
    expect(await me(person.token)).toBe(200);
  });

  test('an account without a password and a second factor needs no proof', async () => {
    const person = await registerReady(service());
    await changeAccount(person.userId, { passwordHash: null });
    expect((await leave(person, undefined)).status).toBe(204);
  });

  test('an account with a second factor and no password needs a code', async () => {
    const person = await registerGuarded(service());
    await changeAccount(person.userId, { passwordHash: null });
    expect((await leave(person, {})).status).toBe(400);
    expect((await leave(person, { code: wrongCode(person.secret) })).status).toBe(403);
    // The code of the current step has been used to enable the factor.
    expect((await leave(person, { code: codeOf(person.secret, 1) })).status).toBe(204);
  });

  test('409 for the sole owner of an organization with other members; not when there is another owner, or the others have left', async () => {
    const owner = await registerReady(service());
    const { organization } = await whoAmI(service(), owner);
    const member = await newMember(service(), owner, 'admin');
    expect(await leave(owner)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', details: { reason: 'sole_owner', organizationId: organization.id } } },
    });
    await changeMember(service(), owner, member, { isActive: false });
    await changeMember(service(), owner, member, { isActive: true, role: 'owner' });
    expect((await leave(owner)).status).toBe(204);
    expect((await findOrganization(organization.id))?.closedAt).toBeUndefined();
    const headers = { 'x-organization': organization.id };
    const members = await service().api('GET', '/api/v1/members', { token: member.token, headers });
    expect((members.body as { userId: string }[]).map(one => one.userId)).toEqual([member.userId]);
  });
});
