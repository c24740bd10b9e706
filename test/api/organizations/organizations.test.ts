import { describe, expect, test } from 'vitest';
import { joinOrganization, registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { randomUUID } from 'node:crypto';
import { keyWith, whoAmI } from '../../support/members.ts';
import { newMember } from '../../support/organization.ts';
import { denied, updateCalls } from './update-calls.ts';

const service = useService();
const { rename, newOwner } = updateCalls(service);

describe('GET /api/v1/organizations', () => {
  test('200: own active memberships with role and plan, in the order of joining', async () => {
    const [person, owner] = [
      await registerOnly(service(), { organizationName: 'Own' }),
      await registerOnly(service(), { organizationName: 'Other' }),
    ];
    await joinOrganization(person.userId, owner.userId, 'employee', { joinedAt: '2099-01-01T00:00:00.000Z' });
    const { status, body } = await service().api('GET', '/api/v1/organizations', { token: person.token });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Own',
        slug: expect.any(String) as string,
        role: 'owner',
        plan: 'business',
        createdAt: expect.any(String) as string,
      },
      {
        id: expect.any(String) as string,
        name: 'Other',
        slug: expect.any(String) as string,
        role: 'employee',
        plan: 'business',
        createdAt: expect.any(String) as string,
      },
    ]);
  });
});

describe('PATCH /api/v1/organizations/{uuid}', () => {
  test('200: the new name, which every member sees from then on; the slug is unchanged', async () => {
    const owner = await newOwner();
    const { id } = owner.organization;
    const member = await newMember(service(), owner, 'admin');
    const before = (await service().api('GET', '/api/v1/organizations', { token: owner.token })).body as object[];
    expect(await rename(owner.token, id, { name: '  Firmă nouă ' })).toMatchObject({
      status: 200,
      body: { ...before[0], name: 'Firmă nouă' },
    });
    const me = await service().api('GET', '/api/v1/me', { token: member.token, headers: { 'x-organization': id } });
    const { organization, memberships } = me.body as { organization: { name: string }; memberships: Record<string, unknown>[] };
    expect(organization.name).toBe('Firmă nouă');
    expect(memberships.find(one => one['organizationId'] === id)).toMatchObject({
      organizationName: 'Firmă nouă',
      organization: { name: 'Firmă nouă' },
    });
  });

  test('422 for an empty name', async () => {
    const owner = await newOwner();
    expect((await rename(owner.token, owner.organization.id, { name: ' ' })).status).toBe(422);
  });

  test('the permission counts in the organization of the path, whatever the current one is', async () => {
    const owner = await newOwner();
    const { id } = owner.organization;
    const accountant = await newMember(service(), owner, 'employee');
    // The own organization is the current one, in which the user has all permissions.
    expect(await rename(accountant.token, id, { name: 'Mine' })).toMatchObject(denied);
    const admin = await newMember(service(), owner, 'admin');
    expect((await rename(admin.token, id, { name: 'By the admin' })).status).toBe(200);
    const company = (await service().newCompany(admin as never)).company;
    expect((await rename(admin.token, id, { name: 'Again' }, { 'x-company': company })).status).toBe(200);
  });

  test('404 for an organization without an active membership; a key has access to its own only', async () => {
    const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
    for (const id of [stranger.organization.id, randomUUID(), 'x']) {
      expect((await rename(owner.token, id, { name: 'Mine' })).status).toBe(404);
    }
    const member = await newMember(service(), owner, 'admin');
    const key = await keyWith(service(), member, ['settings.manage']);
    expect((await rename(key, owner.organization.id, { name: 'Mine' })).status).toBe(404);
    const { organization: own } = await whoAmI(service(), member);
    expect((await rename(key, own.id, { name: 'Mine' })).status).toBe(200);
  });
});
