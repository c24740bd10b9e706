import { beforeAll, describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { joinOrganization, type Registered, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { reason, apiTokensCalls } from './calls.ts';
import type { ApiToken as StoredToken } from '#shared/platform/access/model.ts';
import { readApiTokens } from '#shared/accounts/identity/api-tokens/store.ts';
import { updateApiToken } from '#shared/accounts/identity/api-tokens/update.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import { actorOf } from '../auth/takeover-calls.ts';
import type { ApiToken } from '../../support/contract.ts';

const service = useService();
const { send, create, me, list } = apiTokensCalls(service);
let owner: Registered;
/** A member of the owner's organization, somebody of another one, and a person in both, whose own one is current. */
let member: Registered;
let stranger: Registered;
let inBoth: Registered;
beforeAll(async () => {
  [owner, member, stranger, inBoth] = [
    await registerReady(service()),
    await registerReady(service()),
    await registerReady(service()),
    await registerReady(service()),
  ];
  await joinOrganization(member.userId, owner.userId, 'admin');
  await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
  await joinOrganization(inBoth.userId, owner.userId, 'admin');
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
      const key = await create(owner.token);
      expect(await send(method, `/${key.id}${suffix}`, member.token, body)).toMatchObject(reason('not_owner'));
      expect((await send(method, `/${key.id}${suffix}`, stranger.token, body)).status).toBe(404);
      expect((await me(key.token)).status).toBe(200);
    },
  );

  test.each(calls)('%s %s: 404 for an own key of another organization than the current one', async (method, suffix, body) => {
    const key = await create(inBoth.token);
    const organizationId = (await readAccount(owner.userId)).memberships[0]?.organizationId ?? '';
    expect((await send(method, `/${key.id}${suffix}`, inBoth.token, body, { 'x-organization': organizationId })).status).toBe(
      404,
    );
  });

  test.each(calls)('%s %s takes admission, one round trip of reads and one transaction', async (method, suffix, body) => {
    const key = await create(owner.token);
    await send(method, `/${key.id}${suffix}`, owner.token, body);
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ roundTrips: 3, scans: 0 });
  });
});

describe('PATCH /api/v1/api-tokens/{uuid}', () => {
  test('200: renames, and replaces the list of scopes, which takes effect at once', async () => {
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

  test('409 for scopes when the key has changed since they were compared', async () => {
    const key = await create(owner.token, { scopes: ['invoice.view', 'client.view'] });
    const actor = await actorOf(owner);
    const [before] = (await readApiTokens(owner.userId)).filter(one => one.id === key.id) as [StoredToken];
    expect((await send('PATCH', `/${key.id}`, owner.token, { scopes: ['invoice.view'] })).status).toBe(200);
    // Fewer than before the other change, more than after it: the proof that more scopes need was not requested.
    const late = updateApiToken(actor, before, { scopes: ['client.view'] }, commitPlainly);
    await expect(late).rejects.toMatchObject({ status: 409 });
    expect((await list(owner.token)).find(one => one.id === key.id)?.scopes).toEqual(['invoice.view']);
  });

  test('the expiry cannot change: the field is ignored', async () => {
    const key = await create(owner.token);
    const answer = await send('PATCH', `/${key.id}`, owner.token, { name: 'x', expiresAt: '2099-01-01T00:00:00Z' });
    expect(answer.body).toMatchObject({ expireAt: null });
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ scopes: ['invoice.fly'] }, 'scopes.0'],
  ])('422 with details: %o', async (body, field) => {
    const key = await create(owner.token);
    expect(await send('PATCH', `/${key.id}`, owner.token, body)).toMatchObject({
      status: 422,
      body: { error: { details: { [field]: [expect.any(String)] } } },
    });
  });
});

describe('DELETE /api/v1/api-tokens/{uuid}', () => {
  test('204: the key is rejected at once, and stays listed as revoked; repeating it returns 204', async () => {
    const key = await create(owner.token);
    expect((await me(key.token)).status).toBe(200);
    expect(await send('DELETE', `/${key.id}`, owner.token)).toMatchObject({ status: 204, body: undefined });
    expect((await me(key.token)).status).toBe(401);
    expect((await list(owner.token)).find(one => one.id === key.id)?.revokedAt).toMatch(/Z$/);
    expect((await send('DELETE', `/${key.id}`, owner.token)).status).toBe(204);
  });
});

describe('POST /api/v1/api-tokens/{uuid}/rotate', () => {
  test('201: a new key with the same name, scopes and expiry; the old one is revoked', async () => {
    const old = await create(owner.token, { name: 'Robot', scopes: ['client.view'], expiresAt: '2099-01-01T00:00:00Z' });
    const answer = await send('POST', `/${old.id}/rotate`, owner.token);
    expect(answer.status).toBe(201);
    const fresh = answer.body as ApiToken;
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

  test('409 for a key that is revoked', async () => {
    const revoked = await create(owner.token);
    await send('DELETE', `/${revoked.id}`, owner.token);
    expect(await send('POST', `/${revoked.id}/rotate`, owner.token)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
  });
});
