import { beforeAll, describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { joinOrganization, type Registered, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { reason, apiTokensCalls } from './calls.ts';

const service = useService();
const { send, create, me } = apiTokensCalls(service);

let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
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
      const [member, stranger] = [await registerReady(service()), await registerReady(service())];
      await joinOrganization(member.userId, owner.userId, 'admin');
      await joinOrganization(member.userId, member.userId, 'owner', { isActive: false });
      const key = await create(owner.token);
      expect(await send(method, `/${key.id}${suffix}`, member.token, body)).toMatchObject(reason('not_owner'));
      expect((await send(method, `/${key.id}${suffix}`, stranger.token, body)).status).toBe(404);
      expect((await me(key.token)).status).toBe(200);
    },
  );

  test.each(calls)('%s %s: 404 for an own key of another organization than the current one', async (method, suffix, body) => {
    const person = await registerReady(service());
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
