import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLE_PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { joinOrganization, type Registered, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { apiTokensCalls } from './calls.ts';

const service = useService();
const { send, create } = apiTokensCalls(service);

let owner: Registered;
beforeAll(async () => {
  owner = await registerReady(service());
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
