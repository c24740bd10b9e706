import { describe, expect, test } from 'vitest';
import type { LicenseKey } from '../../support/contract.ts';
import { everythingAtRest } from '../../support/accounts.ts';
import { newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { instant, licensingCalls } from './calls.ts';

const service = useService();
const { owner, keys, listed, setPlan } = licensingCalls(service);

describe('licence keys', () => {
  test('201: the key is returned once, and not stored; lists show its first and last characters', async () => {
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

  test('an admin cannot manage licences', async () => {
    const admin = await newMember(service(), owner, 'admin');
    const headers = { 'x-organization': owner.organization };
    const answer = await service().api('GET', '/api/v1/licensing/keys', { token: admin.token, headers });
    expect(answer).toMatchObject({ status: 403, body: { error: { details: { permission: 'org.manage_billing' } } } });
  });
});
