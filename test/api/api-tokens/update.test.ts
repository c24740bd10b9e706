import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiToken } from '#shared/platform/access/model.ts';
import { readApiTokens } from '#shared/accounts/identity/api-tokens/store.ts';
import { updateApiToken } from '#shared/accounts/identity/api-tokens/update.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import { type Registered, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { actorOf } from '../auth/takeover-calls.ts';
import { apiTokensCalls } from './calls.ts';

const service = useService();
const { send, list, create, me } = apiTokensCalls(service);

let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
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
    const [before] = (await readApiTokens(owner.userId)).filter(one => one.id === key.id) as [ApiToken];
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

  test('400 for a body that is not JSON', async () => {
    expect((await send('PATCH', `/${(await create(owner.token)).id}`, owner.token, '[]')).status).toBe(400);
  });
});
