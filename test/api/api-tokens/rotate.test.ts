import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiToken } from '../../support/contract.ts';
import { type Registered, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { apiTokensCalls } from './calls.ts';

const service = useService();
const { send, create, me } = apiTokensCalls(service);

let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
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
