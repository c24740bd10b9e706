import { beforeAll, describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { joinOrganization, type Registered, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { apiTokensCalls } from './calls.ts';

const service = useService();
const { send, list, create } = apiTokensCalls(service);

let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
});

describe('GET /api/v1/api-tokens', () => {
  test('200: own keys of the organization, newest first, with revoked ones, without the key and its hash', async () => {
    const person = await registerReady(service());
    const [first, second, third] = [await create(person.token), await create(person.token), await create(person.token)];
    await send('DELETE', `/${second.id}`, person.token);
    const keys = await list(person.token);
    expect(keys.map(key => key.id)).toEqual([third.id, second.id, first.id]);
    expect(keys.map(key => key.revokedAt !== null)).toEqual([false, true, false]);
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(
        ['createdAt', 'expireAt', 'id', 'lastUsedAt', 'name', 'revokedAt', 'sandbox', 'scopes', 'tokenPrefix'].toSorted(),
      );
    }
  });

  test('keys of other users, and of other organizations, are not listed', async () => {
    const member = await registerReady(service());
    const elsewhere = await create(member.token);
    await joinOrganization(member.userId, owner.userId, 'admin');
    const organizationId = (await readAccount(owner.userId)).memberships[0]?.organizationId ?? '';
    const there = await send('GET', '', member.token, undefined, { 'x-organization': organizationId });
    expect(there.body).toEqual([]);
    expect((await list(member.token)).map(key => key.id)).toEqual([elsewhere.id]);
  });

  test('is allowed with an API key, whatever its scopes', async () => {
    const key = await create(owner.token);
    expect((await list(key.token)).map(one => one.id)).toContain(key.id);
  });

  test('404 without any active membership', async () => {
    const person = await registerReady(service());
    await joinOrganization(person.userId, person.userId, 'owner', { isActive: false });
    expect((await send('GET', '', person.token)).status).toBe(404);
    expect((await send('GET', '/scopes', person.token)).status).toBe(404);
  });

  test('takes admission and one round trip of reads', async () => {
    await list(owner.token);
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ roundTrips: 2, scans: 0 });
  });
});
