import { describe, expect, test } from 'vitest';
import { newEmail, registerOnly, joinOrganization } from '../../support/accounts.ts';
import { invited, membersOf } from '../../support/organization.ts';
import { useOwnService } from '../../support/service.ts';
import { instant, useOwner, fields } from './calls.ts';
import { whoAmI } from '../../support/members.ts';

const service = useOwnService({ machines: [] });
const { owner, look, accept, call, post } = useOwner(service);

describe('accepting', () => {
  test('GET returns the invitation to everybody with the link; POST makes a member', async () => {
    const email = newEmail();
    const { token } = await invited(service(), owner, { email, role: 'accountant', allowedCompanies: [owner.company] });
    expect(await look(token)).toMatchObject({
      status: 200,
      body: { email, organizationName: 'Firma & Fiii', role: 'accountant', invitedBy: 'Ana Pop', expiresAt: instant },
    });
    const person = await registerOnly(service(), { email });
    const clients = () => service().api('GET', '/api/v1/clients', { token: person.token, company: owner.company });
    expect((await clients()).status).toBe(403);
    expect(await accept(person, token)).toMatchObject({
      status: 200,
      body: {
        organization: { uuid: owner.organization, id: owner.organization, name: 'Firma & Fiii' },
        role: 'accountant',
        allowedCompanies: [owner.company],
      },
    });
    expect((await clients()).status).toBe(200);
    const member = (await membersOf(service(), owner)).find(one => one.userId === person.userId);
    expect(member).toMatchObject({ role: 'accountant', isActive: true, allowedCompanies: [owner.company] });
  });

  test('404: a token that is used, unknown or malformed', async () => {
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

  test('422 for an account with another email; the invitation stays valid', async () => {
    const email = newEmail();
    const { token } = await invited(service(), owner, { email, role: 'employee' });
    expect(await accept(await registerOnly(service()), token)).toMatchObject(fields('email'));
    expect((await accept(await registerOnly(service(), { email }), token)).status).toBe(200);
  });

  test.each([true, false])(
    '409 for a member already (active: %s): the invitation is used up, and readmits nobody',
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

  test('registering with an invited email does not accept the invitation', async () => {
    const email = newEmail();
    await invited(service(), owner, { email, role: 'employee' });
    const person = await registerOnly(service(), { email });
    expect((await membersOf(service(), owner)).map(one => one.userId)).not.toContain(person.userId);
  });

  test('410 after 7 days, for reading, accepting and resending; and the place is free', async () => {
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
  /** The owner with an access token that is valid after a turn of the clock. */
  async function refreshed(): Promise<{ token: string }> {
    const body = { refresh_token: owner.refreshToken };
    const answer = await service().api('POST', '/api/auth/token/refresh', { body });
    return answer.body as { token: string };
  }
});
