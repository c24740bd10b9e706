import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import type { ApiToken } from '../../support/contract.ts';
import { everythingAtRest, joinOrganization, type Registered, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { apiTokensCalls } from './calls.ts';
import { PERMISSIONS, ROLE_PERMISSIONS } from '#shared/platform/access/permissions.ts';

const service = useService();
const { send, list, create, me } = apiTokensCalls(service);
let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
});

describe('POST /api/v1/api-tokens', () => {
  test('201: the token object and, only here, the raw key', async () => {
    const key = await create(owner.token, { name: ' Export ', scopes: ['invoice.view', 'client.view', 'invoice.view'] });
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'Export',
      tokenPrefix: key.token.slice(0, 12),
      scopes: ['invoice.view', 'client.view'],
      sandbox: false,
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
    [{ name: 'x' }, 'scopes'],
    [{ name: 'x', scopes: ['invoice.fly'] }, 'scopes.0'],
  ])('422 with details: %o', async (body, field) => {
    expect(await send('POST', '', owner.token, body)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_error', details: { [field]: [expect.any(String)] } } },
    });
  });

  test('422 for a scope that the user does not hold', async () => {
    const member = await registerReady(service());
    await joinOrganization(member.userId, owner.userId, 'admin');
    await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
    const answer = await send('POST', '', member.token, { name: 'x', scopes: ['invoice.view', 'org.manage_billing'] });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: { 'scopes.1': [expect.any(String)] } } } });
  });

  test('only a SHA-256 hash of the key is stored, also when the response is kept for an Idempotency-Key', async () => {
    const body = { name: 'kept', scopes: ['invoice.view'] };
    const [first, again] = [
      await send('POST', '', owner.token, body, { 'idempotency-key': 'one-key' }),
      await send('POST', '', owner.token, body, { 'idempotency-key': 'one-key' }),
    ];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const { token } = first.body as ApiToken;
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(token));
    expect(stored).not.toContain(token);
    expect((await list(owner.token)).filter(key => key.name === 'kept')).toHaveLength(1);
  });
});

describe('GET /api/v1/api-tokens/scopes', () => {
  test('200: the scopes that the user holds, with label and category', async () => {
    const { status, body } = await send('GET', '/scopes', owner.token);
    expect(status).toBe(200);
    expect(body).toEqual({ scopes: PERMISSIONS.map(value => ({ value, label: value, category: value.split('.')[0] })) });
  });

  test('for an accountant: those of the role; with an API key: those of its scopes', async () => {
    const member = await registerReady(service());
    await joinOrganization(member.userId, owner.userId, 'accountant');
    await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
    const values = async (token: string) =>
      ((await send('GET', '/scopes', token)).body as { scopes: { value: string }[] }).scopes.map(scope => scope.value);
    expect(await values(member.token)).toEqual(ROLE_PERMISSIONS.accountant);
    expect(await values((await create(owner.token, { scopes: ['webhook.manage'] })).token)).toEqual(['webhook.manage']);
  });
});
