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
    [{ name: '' }, 'name'],
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
