import { beforeAll, describe, expect, test } from 'vitest';
import { type Registered, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { apiTokensCalls } from './calls.ts';

const service = useService();
const { send, list, create, me } = apiTokensCalls(service);

let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
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
