import { describe, expect, test } from 'vitest';
import { newEmail, registerOnly } from '../../support/accounts.ts';
import { invited, membersOf } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { instant, useOwner } from './calls.ts';

const service = useService();
const { owner, look, accept } = useOwner(service);

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
});
