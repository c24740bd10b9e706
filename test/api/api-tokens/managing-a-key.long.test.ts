import { beforeAll, describe, expect, test } from 'vitest';
import { type Registered, registerReady } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { apiTokensCalls } from './calls.ts';

const service = useOwnService({ machines: [] });
const { send, list, create, me } = apiTokensCalls(service);
let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
});

describe('DELETE /api/v1/api-tokens/{uuid}', () => {
  test('204: the key is rejected at once; repeating it returns 204 and keeps the first revokedAt', async () => {
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

  test('of 10 simultaneous rotations one succeeds and nine get 409', async () => {
    const person = await registerReady(service());
    const key = await create(person.token);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('POST', `/${key.id}/rotate`, person.token)));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await list(person.token)).filter(one => one.revokedAt === null)).toHaveLength(1);
  });
});

test('of many simultaneous changes of scopes some succeed and the others get 409', async () => {
  const scopes = ['invoice.view', 'client.view', 'product.view'];
  const key = await create(owner.token, { scopes });
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, place) => send('PATCH', `/${key.id}`, owner.token, { scopes: [scopes[place % 3]] })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => (body as { scopes: string[] }).scopes);
  expect(made).toContainEqual((await list(owner.token)).find(one => one.id === key.id)?.scopes);
});
