import { beforeAll, describe, expect, test } from 'vitest';
import { readAccount } from '../../../shared/access/records.ts';
import { PERMISSIONS, ROLE_PERMISSIONS } from '../../../shared/access/permissions.ts';
import { newId, sha256 } from '../../../shared/kernel/ids.ts';
import { changeAccount, everythingAtRest, joinOrganization, type Registered, registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';

const service = useService({ machines: [] });

interface Key {
  id: string;
  name: string;
  tokenPrefix: string;
  scopes: string[];
  lastUsedAt: string | null;
  expireAt: string | null;
  revokedAt: string | null;
  createdAt: string;
  token: string;
}

const PATH = '/api/v1/api-tokens';
const send = (method: string, path: string, token: string | undefined, body?: unknown, headers: Record<string, string> = {}) =>
  service().api(method, `${PATH}${path}`, { token, headers, ...(body !== undefined && { body }) });
const list = async (token: string): Promise<Key[]> => (await send('GET', '', token)).body as Key[];
const create = async (token: string, body: Record<string, unknown> = {}): Promise<Key> => {
  const answer = await send('POST', '', token, { name: 'Export', scopes: ['invoice.view'], ...body });
  if (answer.status !== 201) throw new Error(`Creating a key answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as Key;
};
const me = (token: string) => service().api('GET', '/api/v1/me', { token });
const reason = (name: string) => ({ status: 403, body: { error: { code: 'forbidden', details: { reason: name } } } });

let owner: Registered;
beforeAll(async () => {
  owner = await registerOnly(service());
});

describe('POST /api/v1/api-tokens', () => {
  test('201: the token object and, only here, the raw key', async () => {
    const key = await create(owner.token, { name: ' Export ', scopes: ['invoice.view', 'client.view', 'invoice.view'] });
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'Export',
      tokenPrefix: key.token.slice(0, 12),
      scopes: ['invoice.view', 'client.view'],
      lastUsedAt: null,
      expireAt: null,
      revokedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      token: expect.stringMatching(/^af_[0-9a-f]{64}$/) as string,
    });
    expect((await me(key.token)).status).toBe(200);
  });

  test.each(['expiresAt', 'expireAt'])('%s sets the expiry', async field => {
    expect((await create(owner.token, { [field]: '2099-01-01T02:00:00+02:00' })).expireAt).toBe('2099-01-01T00:00:00Z');
  });

  test.each([
    [{ scopes: ['invoice.view'] }, 'name'],
    [{ name: '  ', scopes: ['invoice.view'] }, 'name'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x' }, 'scopes'],
    [{ name: 'x', scopes: ['invoice.fly'] }, 'scopes.0'],
    [{ name: 'x', scopes: ['invoice.view'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', scopes: ['invoice.view'], expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('422 with details: %o', async (body, field) => {
    expect(await send('POST', '', owner.token, body)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_error', details: { [field]: [expect.any(String)] } } },
    });
  });

  test('422 for a scope that the user does not hold', async () => {
    const member = await registerOnly(service());
    await joinOrganization(member.userId, owner.userId, 'admin');
    await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
    const answer = await send('POST', '', member.token, { name: 'x', scopes: ['invoice.view', 'org.manage_billing'] });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: { 'scopes.1': [expect.any(String)] } } } });
  });

  test('400 for a body that is not JSON, 401 without a credential', async () => {
    expect((await send('POST', '', owner.token, '{')).status).toBe(400);
    expect((await send('POST', '', undefined, {})).status).toBe(401);
  });

  test('403 without the permission api_key.manage', async () => {
    const member = await registerOnly(service());
    await joinOrganization(member.userId, owner.userId, 'accountant');
    await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
    expect(await send('POST', '', member.token, { name: 'x', scopes: ['invoice.view'] })).toMatchObject(reason('permission'));
  });

  test('only a SHA-256 hash of the key is at rest, also when the answer is kept for an Idempotency-Key', async () => {
    const body = { name: 'kept', scopes: ['invoice.view'] };
    const [first, again] = [
      await send('POST', '', owner.token, body, { 'idempotency-key': 'one-key' }),
      await send('POST', '', owner.token, body, { 'idempotency-key': 'one-key' }),
    ];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const { token } = first.body as Key;
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(token));
    expect(stored).not.toContain(token);
    expect((await list(owner.token)).filter(key => key.name === 'kept')).toHaveLength(1);
  });
});

describe('GET /api/v1/api-tokens', () => {
  test('200: own keys of the organization, newest first, revoked included, neither key nor hash among the fields', async () => {
    const person = await registerOnly(service());
    const [first, second, third] = [await create(person.token), await create(person.token), await create(person.token)];
    await send('DELETE', `/${second.id}`, person.token);
    const keys = await list(person.token);
    expect(keys.map(key => key.id)).toEqual([third.id, second.id, first.id]);
    expect(keys.map(key => key.revokedAt !== null)).toEqual([false, true, false]);
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(
        ['createdAt', 'expireAt', 'id', 'lastUsedAt', 'name', 'revokedAt', 'scopes', 'tokenPrefix'].toSorted(),
      );
    }
  });

  test('keys of other users, and of other organizations, are not seen', async () => {
    const member = await registerOnly(service());
    const elsewhere = await create(member.token);
    await joinOrganization(member.userId, owner.userId, 'admin');
    const organizationId = (await readAccount(owner.userId)).memberships[0]?.organizationId ?? '';
    const there = await send('GET', '', member.token, undefined, { 'x-organization': organizationId });
    expect(there.body).toEqual([]);
    expect((await list(member.token)).map(key => key.id)).toEqual([elsewhere.id]);
  });

  test('is allowed with an API key, whatever its scopes; 401 without a credential', async () => {
    const key = await create(owner.token);
    expect((await list(key.token)).map(one => one.id)).toContain(key.id);
    expect((await send('GET', '', undefined)).status).toBe(401);
  });

  test('404 without any active membership', async () => {
    const person = await registerOnly(service());
    await joinOrganization(person.userId, person.userId, 'owner', { isActive: false });
    expect((await send('GET', '', person.token)).status).toBe(404);
    expect((await send('GET', '/scopes', person.token)).status).toBe(404);
  });

  test('takes admission and one round trip of reads', async () => {
    await list(owner.token);
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ roundTrips: 2, scans: 0 });
  });
});

describe('GET /api/v1/api-tokens/scopes', () => {
  test('200: what the user holds, with label and category', async () => {
    const { status, body } = await send('GET', '/scopes', owner.token);
    expect(status).toBe(200);
    expect(body).toEqual({ scopes: PERMISSIONS.map(value => ({ value, label: value, category: value.split('.')[0] })) });
  });

  test('of an accountant: those of the role; with an API key: those of its scopes', async () => {
    const member = await registerOnly(service());
    await joinOrganization(member.userId, owner.userId, 'accountant');
    await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
    const values = async (token: string) =>
      ((await send('GET', '/scopes', token)).body as { scopes: { value: string }[] }).scopes.map(scope => scope.value);
    expect(await values(member.token)).toEqual(ROLE_PERMISSIONS.accountant);
    expect(await values((await create(owner.token, { scopes: ['webhook.manage'] })).token)).toEqual(['webhook.manage']);
  });
});

describe('PATCH /api/v1/api-tokens/{uuid}', () => {
  test('200: renames, and replaces the list of scopes, which counts at once', async () => {
    const key = await create(owner.token);
    expect((await send('PATCH', `/${key.id}`, owner.token, { name: 'New' })).body).toMatchObject({
      name: 'New',
      scopes: ['invoice.view'],
    });
    const answer = await send('PATCH', `/${key.id}`, owner.token, { scopes: ['client.view', 'client.view'] });
    expect(answer).toMatchObject({ status: 200, body: { name: 'New', scopes: ['client.view'] } });
    expect(answer.body).not.toHaveProperty('token');
    expect((await list(owner.token)).find(one => one.id === key.id)).toEqual(answer.body);
    expect((await me(key.token)).body).toMatchObject({ permissions: ['client.view'] });
  });

  test('the expiry cannot change: the field is ignored', async () => {
    const key = await create(owner.token);
    const answer = await send('PATCH', `/${key.id}`, owner.token, { name: 'x', expiresAt: '2099-01-01T00:00:00Z' });
    expect(answer.body).toMatchObject({ expireAt: null });
  });

  test.each([
    [{}, 'body'],
    [{ expiresAt: '2099-01-01T00:00:00Z' }, 'body'],
    [{ name: '' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['invoice.fly'] }, 'scopes.0'],
  ])('422 with details: %o', async (body, field) => {
    const key = await create(owner.token);
    expect(await send('PATCH', `/${key.id}`, owner.token, body)).toMatchObject({
      status: 422,
      body: { error: { details: { [field]: [expect.any(String)] } } },
    });
  });

  test('400 for a body that is not JSON', async () => {
    expect((await send('PATCH', `/${(await create(owner.token)).id}`, owner.token, '[]')).status).toBe(400);
  });
});

describe('DELETE /api/v1/api-tokens/{uuid}', () => {
  test('204: the key is refused at once; repeating it gives 204 and keeps the first revokedAt', async () => {
    const key = await create(owner.token);
    expect((await me(key.token)).status).toBe(200);
    expect(await send('DELETE', `/${key.id}`, owner.token)).toMatchObject({ status: 204, body: undefined });
    expect((await me(key.token)).status).toBe(401);
    const revokedAt = async () => (await list(owner.token)).find(one => one.id === key.id)?.revokedAt;
    const first = await revokedAt();
    expect(first).toMatch(/Z$/);
    await service().advance('PT5S');
    expect((await send('DELETE', `/${key.id}`, owner.token)).status).toBe(204);
    expect(await revokedAt()).toBe(first);
  });

  test('10 simultaneous revocations are all 204', async () => {
    const key = await create(owner.token);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('DELETE', `/${key.id}`, owner.token)));
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 10 }, () => 204));
  });
});

describe('POST /api/v1/api-tokens/{uuid}/rotate', () => {
  test('201: a new key with the same name, scopes and expiry; the old one is revoked', async () => {
    const old = await create(owner.token, { name: 'Robot', scopes: ['client.view'], expiresAt: '2099-01-01T00:00:00Z' });
    const answer = await send('POST', `/${old.id}/rotate`, owner.token);
    expect(answer.status).toBe(201);
    const fresh = answer.body as Key;
    expect(fresh).toMatchObject({
      name: 'Robot',
      scopes: ['client.view'],
      expireAt: old.expireAt,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect([fresh.id === old.id, fresh.token === old.token]).toEqual([false, false]);
    expect((await me(old.token)).status).toBe(401);
    expect((await me(fresh.token)).status).toBe(200);
  });

  test('409 for a key that is revoked, and for one that is expired', async () => {
    const revoked = await create(owner.token);
    await send('DELETE', `/${revoked.id}`, owner.token);
    expect(await send('POST', `/${revoked.id}/rotate`, owner.token)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
    const soon = new Date(service().runtime.clock.now() + 60_000).toISOString();
    const expired = await create(owner.token, { expiresAt: soon });
    await service().advance('PT2M');
    expect((await send('POST', `/${expired.id}/rotate`, owner.token)).status).toBe(409);
  });

  test('of 10 simultaneous rotations one is made and nine are 409', async () => {
    const person = await registerOnly(service());
    const key = await create(person.token);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('POST', `/${key.id}/rotate`, person.token)));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await list(person.token)).filter(one => one.revokedAt === null)).toHaveLength(1);
  });
});

describe('managing a key', () => {
  const calls: [string, string, unknown?][] = [
    ['PATCH', '', { name: 'x' }],
    ['DELETE', ''],
    ['POST', '/rotate'],
  ];

  test.each(calls)(
    '%s %s: 403 for the key of another member, 404 for one of another organization',
    async (method, suffix, body) => {
      const [member, stranger] = [await registerOnly(service()), await registerOnly(service())];
      await joinOrganization(member.userId, owner.userId, 'admin');
      await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
      const key = await create(owner.token);
      expect(await send(method, `/${key.id}${suffix}`, member.token, body)).toMatchObject(reason('not_owner'));
      expect((await send(method, `/${key.id}${suffix}`, stranger.token, body)).status).toBe(404);
      expect((await me(key.token)).status).toBe(200);
    },
  );

  test.each(calls)('%s %s: 404 for an own key of another organization than the current one', async (method, suffix, body) => {
    const person = await registerOnly(service());
    const key = await create(person.token);
    await joinOrganization(person.userId, owner.userId, 'admin');
    const organizationId = (await readAccount(owner.userId)).memberships[0]?.organizationId ?? '';
    expect((await send(method, `/${key.id}${suffix}`, person.token, body, { 'x-organization': organizationId })).status).toBe(
      404,
    );
  });

  test.each(calls)('%s %s: 404 for an unknown id and for one that is no UUID', async (method, suffix, body) => {
    expect((await send(method, `/${newId()}${suffix}`, owner.token, body)).status).toBe(404);
    expect((await send(method, `/not-a-uuid${suffix}`, owner.token, body)).status).toBe(404);
  });

  test.each([['POST', '', { name: 'x', scopes: ['invoice.view'] }] as [string, string, unknown?], ...calls])(
    '%s %s: 403 session_required with an API key, whatever its scopes',
    async (method, suffix, body) => {
      for (const scopes of [['api_key.manage'], ['invoice.view']]) {
        const key = await create(owner.token, { scopes });
        const path = method === 'POST' && suffix === '' ? '' : `/${key.id}${suffix}`;
        expect(await send(method, path, key.token, body)).toMatchObject(reason('session_required'));
      }
    },
  );

  test.each(calls)('%s %s: 401 without a credential', async (method, suffix, body) => {
    expect((await send(method, `/${newId()}${suffix}`, undefined, body)).status).toBe(401);
  });

  test.each([['PATCH', '', { name: 'y' }] as [string, string, unknown?], ['DELETE', ''], ['POST', '/rotate']] as [
    string,
    string,
    unknown?,
  ][])('%s %s takes admission, one round trip of reads and one transaction', async (method, suffix, body) => {
    const key = await create(owner.token);
    await send(method, `/${key.id}${suffix}`, owner.token, body);
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ roundTrips: 3, scans: 0 });
  });
});

describe('using a key', () => {
  test('is refused behind Bearer: that is for JWTs', async () => {
    const key = await create(owner.token);
    const answer = await service().api('GET', '/api/v1/me', { headers: { authorization: `Bearer ${key.token}` } });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  });

  test('is refused when the random part is another one', async () => {
    const { token } = await create(owner.token);
    const other = `${token.slice(0, 10)}${token[10] === '0' ? '1' : '0'}${token.slice(11)}`;
    expect((await me(other)).status).toBe(401);
  });

  test('is refused from its expiry on', async () => {
    const key = await create(owner.token, { expiresAt: new Date(service().runtime.clock.now() + 60_000).toISOString() });
    expect((await me(key.token)).status).toBe(200);
    await service().advance('PT61S');
    expect((await me(key.token)).status).toBe(401);
  });

  test('is refused when the membership it was made in, or the account, is deactivated', async () => {
    const person = await registerOnly(service());
    const key = await create(person.token);
    await joinOrganization(person.userId, person.userId, 'owner', { isActive: false });
    expect((await me(key.token)).status).toBe(401);
    await joinOrganization(person.userId, person.userId, 'owner', { isActive: true });
    expect((await me(key.token)).status).toBe(200);
    await changeAccount(person.userId, { active: false });
    expect((await me(key.token)).status).toBe(401);
  });

  test('both its scopes and the role of its user must allow an action', async () => {
    const member = await registerOnly(service());
    await joinOrganization(member.userId, owner.userId, 'admin');
    await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
    const wide = await create(member.token, { scopes: ['company.create', 'company.view', 'invoice.view'] });
    const narrow = await create(member.token, { scopes: ['invoice.view'] });
    const add = (token: string) => service().api('POST', '/api/v1/companies', { token, body: { cif: '1' } });
    expect((await add(wide.token)).status).toBe(400);
    expect(await add(narrow.token)).toMatchObject(reason('permission'));
    await joinOrganization(member.userId, owner.userId, 'employee');
    expect(await add(wide.token)).toMatchObject(reason('permission'));
    expect((await me(wide.token)).body).toMatchObject({ permissions: ['company.view', 'invoice.view'] });
  });

  test('is noted in lastUsedAt, at most once a minute', async () => {
    const key = await create(owner.token);
    const used = async () => (await list(owner.token)).find(one => one.id === key.id)?.lastUsedAt;
    expect(await used()).toBeNull();
    await me(key.token);
    const first = await used();
    expect(first).toMatch(/Z$/);
    await service().advance('PT30S');
    await me(key.token);
    expect(await used()).toBe(first);
    await service().advance('PT31S');
    await me(key.token);
    expect(Date.parse((await used()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
  });

  test('every answer was as declared', () => {
    expect(service().runtime.violations).toEqual([]);
  });
});
