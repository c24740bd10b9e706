import { describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { joinOrganization, type Registered, registerConfirmed, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { meCalls } from './calls.ts';

const service = useService();
const { get, keyOf } = meCalls(service);

describe('GET /api/v1/me', () => {
  test('200: the whole object (ACC-61)', async () => {
    const person = await registerConfirmed(service(), { firstName: 'Ana', lastName: 'Pop', organizationName: 'Firma' });
    const { memberships } = await readAccount(person.userId);
    const [membership] = memberships;
    const { status, body } = await get(person.token);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;
    const organization = { id: membership?.organizationId, name: 'Firma', slug: expect.stringMatching(/^firma-/) as string };
    expect(status).toBe(200);
    expect(body).toEqual({
      id: person.userId,
      uuid: person.userId,
      email: person.email,
      firstName: 'Ana',
      lastName: 'Pop',
      fullName: 'Ana Pop',
      phone: null,
      locale: 'ro',
      timezone: 'Europe/Bucharest',
      respectQuietHours: true,
      roles: [],
      active: true,
      emailConfirmed: true,
      emailVerified: true,
      mfaEnabled: false,
      hasPassword: true,
      preferences: {},
      lastConnectedAt: null,
      organization: { ...organization, createdAt: instant },
      memberships: [
        {
          id: membership?.id,
          organizationId: membership?.organizationId,
          organizationName: 'Firma',
          role: 'owner',
          joinedAt: instant,
          permissions: [],
          allowedCompanies: [],
          organization,
        },
      ],
      currentRole: 'owner',
      permissions: [...PERMISSIONS],
      subscription: { plan: 'business', status: 'active', expiresAt: null, features: PLANS.business },
      createdAt: instant,
      updatedAt: instant,
    });
  });

  test('the full name is null without names', async () => {
    expect((await get((await registerReady(service())).token)).body).toMatchObject({ firstName: null, fullName: null });
  });

  test('with an API key, permissions are those of its scopes', async () => {
    const person = await registerReady(service());
    expect((await get(await keyOf(person, ['invoice.view', 'client.view']))).body).toMatchObject({
      permissions: ['client.view', 'invoice.view'],
    });
  });

  test('without an active membership there is no organization, role, permission or subscription', async () => {
    const person = await registerReady(service());
    await joinOrganization(person.userId, person.userId, 'owner', { isActive: false });
    expect((await get(person.token)).body).toMatchObject({
      organization: null,
      memberships: [],
      currentRole: null,
      permissions: [],
      subscription: null,
    });
  });

  test('X-Organization selects one of several memberships; an organization without an active membership is 403', async () => {
    const [person, owner, stranger] = [
      await registerReady(service()),
      await registerReady(service()),
      await registerReady(service()),
    ];
    await joinOrganization(person.userId, owner.userId, 'accountant');
    const of = async (one: Registered) => (await readAccount(one.userId)).memberships[0]?.organizationId ?? '';
    expect((await get(person.token)).body).toMatchObject({ currentRole: 'owner' });
    const foreign = await get(person.token, { 'x-organization': await of(owner) });
    expect(foreign.body).toMatchObject({ currentRole: 'accountant', organization: { id: await of(owner) } });
    expect((foreign.body as { memberships: unknown[] }).memberships).toHaveLength(2);
    expect((await get(person.token, { 'x-organization': await of(stranger) })).status).toBe(403);
  });
});
