import { describe, expect, test } from 'vitest';
import { readAccount } from '../../../shared/access/records.ts';
import { findPerson, login as passwordLogin } from '../../../shared/identity/sign-in/login.ts';
import { PERMISSIONS } from '../../../shared/access/permissions.ts';
import { PLANS } from '../../../shared/access/plans.ts';
import { commitPlainly } from '../../../shared/store/transact.ts';
import {
  changeAccount,
  joinOrganization,
  PASSWORD,
  type Registered,
  registerConfirmed,
  registerOnly,
} from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';

const service = useService({ machines: [] });
const NEW = 'Another-Horse-9-Battery';

type Json = Record<string, unknown>;
const get = (token: string, headers: Record<string, string> = {}) => service().api('GET', '/api/v1/me', { token, headers });
const patch = (token: string, body: unknown) => service().api('PATCH', '/api/v1/me', { token, body });
const login = (email: string, password: string) => service().api('POST', '/api/auth', { body: { email, password } });
const keyOf = async (person: Registered, scopes: string[]): Promise<string> => {
  const answer = await service().api('POST', '/api/v1/api-tokens', { token: person.token, body: { name: 'key', scopes } });
  return (answer.body as { token: string }).token;
};

describe('GET /api/v1/me', () => {
  test('200: the whole object of completions-accounts §5', async () => {
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

  test('401 without a credential', async () => {
    expect((await service().api('GET', '/api/v1/me')).status).toBe(401);
  });

  test('without names the full name is null', async () => {
    expect((await get((await registerOnly(service())).token)).body).toMatchObject({ firstName: null, fullName: null });
  });

  test('with an API key, permissions are those of its scopes', async () => {
    const person = await registerOnly(service());
    expect((await get(await keyOf(person, ['invoice.view', 'client.view']))).body).toMatchObject({
      permissions: ['client.view', 'invoice.view'],
    });
  });

  test('without any active membership there is no organization, role, permission or subscription', async () => {
    const person = await registerOnly(service());
    await joinOrganization(person.userId, person.userId, 'owner', { isActive: false });
    expect((await get(person.token)).body).toMatchObject({
      organization: null,
      memberships: [],
      currentRole: null,
      permissions: [],
      subscription: null,
    });
  });

  test('X-Organization chooses among several memberships; one that is no active membership is 403', async () => {
    const [person, owner, stranger] = [
      await registerOnly(service()),
      await registerOnly(service()),
      await registerOnly(service()),
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

describe('PATCH /api/v1/me', () => {
  test('200: the same object with the changes; absent fields stay, null clears', async () => {
    const { token } = await registerOnly(service(), { firstName: 'Ana', lastName: 'Pop' });
    const changes = {
      lastName: null,
      phone: '+40 (21) 310-10.10',
      locale: 'en',
      timezone: 'America/New_York',
      respectQuietHours: false,
      preferences: { theme: 'dark', columns: [1, 2.5], deep: { a: null } },
    };
    const answer = await patch(token, changes);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...changes, firstName: 'Ana', fullName: 'Ana' });
    expect((await get(token)).body).toEqual(answer.body);
    expect((await patch(token, { phone: '' })).body).toMatchObject({ phone: null, locale: 'en' });
  });

  test('preferences are replaced as a whole, and are any JSON: numbers, depth and names that a table could not hold', async () => {
    const { token } = await registerOnly(service());
    await patch(token, { preferences: { first: 1 } });
    const deep = Array.from({ length: 60 }).reduce<unknown>(inner => ({ inner }), 1);
    const text = `{"preferences":{"third":0.30000000000000004,"large":1e300,"long":12345678901234567,"":{},"deep":${JSON.stringify(deep)}}}`;
    const answer = await service().api('PATCH', '/api/v1/me', {
      token,
      body: text,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    expect((await get(token)).body).toMatchObject(JSON.parse(text) as Json);
    expect((answer.body as { preferences: Json }).preferences).not.toHaveProperty('first');
  });

  test.each([
    [{}, 'body'],
    [{ nickname: 'A' }, 'body'],
    [{ email: 'other@test.example' }, 'body'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ phone: 'call me' }, 'phone'],
    [{ locale: 'it' }, 'locale'],
    [{ firstName: 'x'.repeat(101) }, 'firstName'],
    [{ preferences: { big: 'x'.repeat(17_000) } }, 'preferences'],
  ])('422 with details: %o', async (body, field) => {
    const { token } = await registerOnly(service());
    expect(await patch(token, body)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_error', details: { [field]: [expect.any(String)] } } },
    });
  });

  test('400 for a body that is not JSON, 401 without a credential', async () => {
    const { token } = await registerOnly(service());
    expect((await patch(token, '{')).status).toBe(400);
    expect((await service().api('PATCH', '/api/v1/me', { body: { firstName: 'A' } })).status).toBe(401);
  });

  test('the email cannot be changed: the field is ignored', async () => {
    const { token, email } = await registerOnly(service());
    expect((await patch(token, { email: 'other@test.example', firstName: 'Ana' })).body).toMatchObject({
      email,
      firstName: 'Ana',
    });
  });

  test('simultaneous changes of different fields all stay', async () => {
    const { token } = await registerOnly(service());
    const changes: Json[] = [{ firstName: 'Ana' }, { lastName: 'Pop' }, { phone: '0721' }, { locale: 'fr' }, { timezone: 'UTC' }];
    const answers = await Promise.all(changes.map(change => patch(token, change)));
    expect(answers.map(answer => answer.status)).toEqual(changes.map(() => 200));
    expect((await get(token)).body).toMatchObject(Object.assign({}, ...changes) as Json);
  });

  test('an API key may change the profile', async () => {
    const key = await keyOf(await registerOnly(service()), ['invoice.view']);
    expect((await patch(key, { firstName: 'Key' })).body).toMatchObject({ firstName: 'Key' });
  });
});

describe('password change by PATCH /api/v1/me', () => {
  test.each(['password', 'newPassword'])(
    '%s: every earlier access and refresh token is void, the new password logs in',
    async field => {
      const person = await registerConfirmed(service());
      const other = (await login(person.email, PASSWORD)).body as { token: string; refresh_token: string };
      expect((await patch(person.token, { [field]: NEW, currentPassword: PASSWORD })).status).toBe(200);
      expect((await get(person.token)).status).toBe(401);
      expect((await get(other.token)).status).toBe(401);
      for (const refresh_token of [person.refreshToken, other.refresh_token]) {
        expect((await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token } })).status).toBe(401);
      }
      expect((await login(person.email, PASSWORD)).status).toBe(401);
      const fresh = (await login(person.email, NEW)).body as { token: string };
      expect((await get(fresh.token)).status).toBe(200);
    },
  );

  test('ends earlier sessions and keeps later ones also when the clock stands still', async () => {
    const { clock } = service().runtime;
    clock.freeze(true);
    try {
      const person = await registerConfirmed(service());
      const before = (await login(person.email, PASSWORD)).body as { token: string };
      await patch(person.token, { password: NEW, currentPassword: PASSWORD });
      const after = (await login(person.email, NEW)).body as { token: string };
      expect((await get(before.token)).status).toBe(401);
      expect((await get(after.token)).status).toBe(200);
    } finally {
      clock.freeze(false);
    }
  });

  test('other changes of the same request are made with it', async () => {
    const person = await registerConfirmed(service());
    const answer = await patch(person.token, { password: NEW, currentPassword: PASSWORD, firstName: 'Ana' });
    expect(answer.body).toMatchObject({ firstName: 'Ana' });
  });

  test.each([{ password: NEW }, { password: NEW, currentPassword: 'wrong' }])('403 for %o, and nothing changes', async body => {
    const person = await registerConfirmed(service());
    expect(await patch(person.token, { ...body, firstName: 'Ana' })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'current_password' } } },
    });
    expect((await get(person.token)).body).toMatchObject({ firstName: null });
    expect((await login(person.email, PASSWORD)).status).toBe(200);
  });

  test.each(['short', 'password123', 'x'.repeat(129)])('422 for the refused password %s', async password => {
    const { token } = await registerOnly(service());
    expect(await patch(token, { password, currentPassword: PASSWORD })).toMatchObject({
      status: 422,
      body: { error: { details: { password: [expect.any(String)] } } },
    });
    expect((await get(token)).status).toBe(200);
  });

  test('403 session_required with an API key', async () => {
    const key = await keyOf(await registerOnly(service()), ['invoice.view']);
    expect(await patch(key, { password: NEW, currentPassword: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'session_required' } } },
    });
  });

  test('a person without a password sets one without currentPassword', async () => {
    const person = await registerConfirmed(service());
    await changeAccount(person.userId, { passwordHash: null });
    expect((await get(person.token)).body).toMatchObject({ hasPassword: false });
    expect((await patch(person.token, { password: NEW })).status).toBe(200);
    expect((await login(person.email, NEW)).status).toBe(200);
  });

  test('API keys go on', async () => {
    const person = await registerConfirmed(service());
    const key = await keyOf(person, ['invoice.view']);
    await patch(person.token, { password: NEW, currentPassword: PASSWORD });
    expect((await get(key)).status).toBe(200);
  });

  test('a login with the old password that began before the change opens no session', async () => {
    const person = await registerConfirmed(service());
    const found = await findPerson(person.email);
    await patch(person.token, { password: NEW, currentPassword: PASSWORD });
    const form = { email: person.email, password: PASSWORD };
    await expect(passwordLogin(found, form, commitPlainly)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('of 5 simultaneous changes one counts, and its password alone logs in', async () => {
    const person = await registerConfirmed(service());
    const passwords = Array.from({ length: 5 }, (_, place) => `Simultaneous-${place}-Horse`);
    const answers = await Promise.all(passwords.map(password => patch(person.token, { password, currentPassword: PASSWORD })));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    const logins = await Promise.all(passwords.map(password => login(person.email, password)));
    expect(logins.map(answer => answer.status)).toEqual(answers.map(answer => answer.status));
  });
});

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

  test('401 without a credential', async () => {
    expect((await service().api('GET', '/api/v1/organizations')).status).toBe(401);
  });

  test('every answer was as declared', () => {
    expect(service().runtime.violations).toEqual([]);
  });
});
