import { beforeAll, describe, expect, test } from 'vitest';
import type { LicenseKey } from '../../support/contract.ts';
import { everythingAtRest, registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { instant } from './calls.ts';

const service = useService();

let owner: { token: string };
let organization: string;

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma' });
  organization = (await whoAmI(service(), owner)).organization.id;
});

const keys = (method: string, path = '', body?: unknown) =>
  service().api(method, `/api/v1/licensing/keys${path}`, { token: owner.token, body });
const listed = async (id: string) =>
  ((await keys('GET')).body as { keys: Record<string, unknown>[] }).keys.find(one => one['id'] === id);
const setPlan = (plan: string) => service().api('PUT', `/_local/plans/${organization}`, { body: { plan } });

describe('licence keys', () => {
  test('201: the key is told once, and not kept; lists show its ends', async () => {
    const { status, body } = await keys('POST', '', { instanceName: ' On premises ' });
    const { id, licenseKey } = body as LicenseKey;
    expect(status).toBe(201);
    expect(body).toEqual({ id, licenseKey, instanceName: 'On premises', active: true, createdAt: instant });
    expect(licenseKey).toMatch(/^[0-9a-f]{64}$/);
    expect(await listed(id)).toEqual({
      id,
      licenseKey: `${licenseKey.slice(0, 8)}...${licenseKey.slice(-8)}`,
      instanceName: 'On premises',
      instanceUrl: null,
      active: true,
      lastValidatedAt: null,
      activatedAt: null,
      createdAt: instant,
    });
    expect(await everythingAtRest()).not.toContain(licenseKey);
  });

  test('402 under a plan without licences', async () => {
    await setPlan('professional');
    const refused = await keys('POST', '', {});
    await setPlan('business');
    expect(refused).toMatchObject({
      status: 402,
      body: { error: { code: 'plan_limit', details: { feature: 'selfHostingLicense', limit: null, plan: 'professional' } } },
    });
  });

  test('an admin manages no licences', async () => {
    const admin = await newMember(service(), owner, 'admin');
    const headers = { 'x-organization': organization };
    const answer = await service().api('GET', '/api/v1/licensing/keys', { token: admin.token, headers });
    expect(answer).toMatchObject({ status: 403, body: { error: { details: { permission: 'org.manage_billing' } } } });
  });
});
