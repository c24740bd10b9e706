import { describe, expect, test } from 'vitest';
import { readAccount, findOrganization } from '#shared/platform/access/records.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type Item, userPartition } from '#shared/platform/store/table.ts';
import { PASSWORD, registerReady } from '../../support/accounts.ts';
import { draft } from '../../support/invoices.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { invited, membersOf, newMember } from '../../support/organization.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [] });

const leave = (person: { token: string }, body: unknown = { password: PASSWORD }) =>
  service().api('DELETE', '/api/v1/me', { token: person.token, body });

describe('DELETE /api/v1/me', () => {
  test('two owners who leave at the same time: one owner remains, or the organization is closed', async () => {
    const first = await registerReady(service());
    const { organization } = await whoAmI(service(), first);
    const second = await newMember(service(), first, 'owner');
    const third = await newMember(service(), first, 'admin');
    const answers = await Promise.all([leave(first), leave(second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const { memberships } = await readAccount(third.userId);
    expect(memberships.find(one => one.organizationId === organization.id)?.isActive).toBe(true);
    expect((await findOrganization(organization.id))?.closedAt).toBeUndefined();
  });

  test('a member leaves an organization, which remains; a pending invitation into a closed one is invalid', async () => {
    const owner = await registerReady(service());
    const member = await newMember(service(), owner, 'employee');
    expect((await leave(member)).status).toBe(204);
    expect((await membersOf(service(), owner)).map(one => one.userId)).toEqual([owner.userId]);
    const { token } = await invited(service(), owner, { email: 'late@test.example', role: 'employee' });
    expect((await leave(owner)).status).toBe(204);
    expect((await service().api('GET', `/api/v1/invitations/accept/${token}`)).status).toBe(404);
  });

  test('issued documents are unchanged', async () => {
    const owner = await service().newUser();
    const { organization } = await whoAmI(service(), owner);
    const second = await newMember(service(), owner, 'owner');
    const scope = await service().newCompany(owner);
    const { id } = await draft(service(), scope, { clientId: (await service().newClient(scope)).id });
    const issued = await service().api('POST', `/api/v1/invoices/${id}/issue`, scope);
    expect(issued.status).toBe(200);
    expect((await leave(owner)).status).toBe(204);
    const seen = await service().api('GET', `/api/v1/invoices/${id}`, {
      token: second.token,
      company: scope.company,
      headers: { 'x-organization': organization.id },
    });
    expect(seen).toMatchObject({ status: 200, body: { status: 'issued', number: (issued.body as { number: string }).number } });
  });

  test('deletes more credentials than one transaction holds', async () => {
    const person = await registerReady(service());
    for (let made = 0; made < 6; made++) {
      await Promise.all(Array.from({ length: 10 }, () => keyWith(service(), person, ['invoice.view'])));
    }
    expect((await leave(person)).status).toBe(204);
    const left = await queryItems<Item>({ partition: userPartition(person.userId), beginsWith: 'KEY#' });
    expect(left).toEqual([]);
  });
});
