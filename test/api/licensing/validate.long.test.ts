import { beforeAll, describe, expect, test } from 'vitest';
import type { LicenseKey } from '../../support/contract.ts';
import { registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [] });

let owner: { token: string };

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma' });
});

const keys = (method: string, path = '', body?: unknown) =>
  service().api(method, `/api/v1/licensing/keys${path}`, { token: owner.token, body });
const newKey = async (): Promise<LicenseKey> => (await keys('POST', '', { instanceName: 'On premises' })).body as LicenseKey;
const listed = async (id: string) =>
  ((await keys('GET')).body as { keys: Record<string, unknown>[] }).keys.find(one => one['id'] === id);
const validate = (body: unknown) => service().api('POST', '/api/v1/licensing/validate', { body });

describe('POST /api/v1/licensing/validate', () => {
  test('a later validation keeps what an earlier one told, and when the instance was activated', async () => {
    const { id, licenseKey } = await newKey();
    expect((await validate({ licenseKey, instanceName: 'Depozit' })).status).toBe(200);
    const first = await listed(id);
    await service().advance('PT10M');
    await validate({ licenseKey });
    const second = await listed(id);
    expect(second).toMatchObject({ instanceName: 'Depozit', activatedAt: first?.['activatedAt'] });
    expect(String(second?.['lastValidatedAt']) > String(first?.['lastValidatedAt'])).toBe(true);
  });
});
