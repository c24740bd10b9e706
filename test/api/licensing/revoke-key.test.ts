import { beforeAll, describe, expect, test } from 'vitest';
import type { LicenseKey } from '../../support/contract.ts';
import { registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { useService } from '../../support/service.ts';

const service = useService();

let owner: { token: string };
let organization: string;

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma' });
  organization = (await whoAmI(service(), owner)).organization.id;
});

const keys = (method: string, path = '', body?: unknown) =>
  service().api(method, `/api/v1/licensing/keys${path}`, { token: owner.token, body });
const newKey = async (): Promise<LicenseKey> => (await keys('POST', '', { instanceName: 'On premises' })).body as LicenseKey;
const listed = async (id: string) =>
  ((await keys('GET')).body as { keys: Record<string, unknown>[] }).keys.find(one => one['id'] === id);

describe('licence keys', () => {
  test('200 revoked, and again; it stays listed; 404 for what is none', async () => {
    const { id } = await newKey();
    expect(await keys('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect((await keys('DELETE', `/${id}`)).status).toBe(200);
    expect((await listed(id))?.['active']).toBe(false);
    expect((await keys('DELETE', `/${organization}`)).status).toBe(404);
  });
});
