import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { invited, membersOf } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { instant, invitationsCalls } from './calls.ts';

const service = useService();
const { look, accept } = invitationsCalls(service);

let owner: { token: string; userId: string };
let organization: string;
let company: string;

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma & Fiii', firstName: 'Ana', lastName: 'Pop' });
  organization = (await whoAmI(service(), owner)).organization.id;
  company = (await service().newCompany(owner as never)).company;
});

describe('accepting', () => {
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
});
