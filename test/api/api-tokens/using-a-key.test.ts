import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, joinOrganization, type Registered, registerReady } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { reason, apiTokensCalls } from './calls.ts';

const service = useOwnService({ machines: [] });
const { list, create, me } = apiTokensCalls(service);

let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
});

describe('using a key', () => {
  test('is rejected behind Bearer, which is for JWTs', async () => {
    const key = await create(owner.token);
    const answer = await service().api('GET', '/api/v1/me', { headers: { authorization: `Bearer ${key.token}` } });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  });

  test('is rejected with another random part', async () => {
    const { token } = await create(owner.token);
    const other = `${token.slice(0, 10)}${token[10] === '0' ? '1' : '0'}${token.slice(11)}`;
    expect((await me(other)).status).toBe(401);
  });

  test('is rejected from its expiry on', async () => {
    const key = await create(owner.token, { expiresAt: new Date(service().runtime.clock.now() + 60_000).toISOString() });
    expect((await me(key.token)).status).toBe(200);
    await service().advance('PT61S');
    expect((await me(key.token)).status).toBe(401);
  });

  test('is rejected when the membership it was made in, or the account, is deactivated', async () => {
    const person = await registerReady(service());
    const key = await create(person.token);
    await joinOrganization(person.userId, person.userId, 'owner', { isActive: false });
    expect((await me(key.token)).status).toBe(401);
    await joinOrganization(person.userId, person.userId, 'owner', { isActive: true });
    expect((await me(key.token)).status).toBe(200);
    await changeAccount(person.userId, { active: false });
    expect((await me(key.token)).status).toBe(401);
  });

  test('both its scopes and the role of its user must allow an action', async () => {
    const member = await registerReady(service());
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

  test('updates lastUsedAt, at most once a minute', async () => {
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
});
