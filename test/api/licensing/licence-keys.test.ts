import { describe, expect, test, it } from 'vitest';
import type { LicenseKey } from '../../support/contract.ts';
import { everythingAtRest } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { instant, licensingCalls } from './calls.ts';
import { PLANS } from '#shared/platform/access/plans.ts';

const service = useService();
const { keys, listed, setPlan, owner, newKey, validate } = licensingCalls(service);
interface Plans {
  plans: {
    key: string;
    name: string;
    monthlyPrice: number;
    yearlyPrice: number;
    includesPlan: string | null;
    trialDays?: number;
  }[];
}

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

  test('200 revoked, also when repeated; it stays listed; 404 for an unknown one', async () => {
    const { id } = await newKey();
    expect(await keys('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect((await keys('DELETE', `/${id}`)).status).toBe(200);
    expect((await listed(id))?.['active']).toBe(false);
    expect((await keys('DELETE', `/${owner.organization}`)).status).toBe(404);
  });
});

describe('POST /api/v1/licensing/validate', () => {
  test('200: the plan and its limits; stores the data that the instance sends about itself', async () => {
    const { id, licenseKey } = await newKey();
    const told = { instanceName: 'Depozit', instanceUrl: 'https://invoices.firma.example', metrics: { companies: 3 } };
    const { status, body } = await validate({ licenseKey, ...told });
    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      plan: 'business',
      features: PLANS.business,
      organizationName: 'Firma',
      currentPeriodEnd: null,
      trialEndsAt: null,
      violations: [],
      billingUrl: expect.stringMatching(/^https?:\/\//) as string,
    });
    expect(await listed(id)).toMatchObject({
      instanceName: 'Depozit',
      instanceUrl: 'https://invoices.firma.example',
      lastValidatedAt: instant,
      activatedAt: instant,
    });
  });

  test('reports what exceeds the plan', async () => {
    const { licenseKey } = await newKey();
    const attachmentBytes = PLANS.business.attachmentStorageBytes + 1;
    const { body } = await validate({ licenseKey, metrics: { companies: 1e6, attachmentBytes, unknown: 'x' } });
    expect((body as { violations: string[] }).violations).toEqual([expect.stringContaining('attachmentStorageBytes')]);
  });

  test('400 without a key', async () => {
    expect(await validate({})).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test('401, the same for every key that is not valid', async () => {
    const { id, licenseKey } = await newKey();
    await keys('DELETE', `/${id}`);
    const answers = await Promise.all(
      [licenseKey, 'a'.repeat(64), `${'0'.repeat(32)}${licenseKey.slice(32)}`, 'x', licenseKey.toUpperCase()].map(key =>
        validate({ licenseKey: key }),
      ),
    );
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", error_description=".+"$/);
      expect(body).toEqual({ error: { code: 'unauthorized', message: expect.any(String) as string }, valid: false });
    }
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('an error keeps `valid` for callers that prefer problem details', async () => {
    const headers = { accept: 'application/problem+json' };
    const refused = await service().api('POST', '/api/v1/licensing/validate', { body: { licenseKey: 'x' }, headers });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'application/json']);
    expect(refused.body).toMatchObject({ error: { code: 'unauthorized' }, valid: false });
    // An error without a format of its own has the format that the caller asks for.
    const malformed = await service().api('POST', '/api/v1/licensing/validate', { body: {}, headers });
    expect([malformed.status, malformed.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  test('403 when the plan has no licences any more, and when the organization is closed', async () => {
    const { licenseKey } = await newKey();
    await setPlan('professional');
    const { status, body } = await validate({ licenseKey });
    await setPlan('business');
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: 'forbidden', details: { reason: 'plan' } }, valid: false });
    const leaver = await service().newUser();
    const made = await service().api('POST', '/api/v1/licensing/keys', { token: leaver.token, body: {} });
    await service().api('DELETE', '/api/v1/me', { token: leaver.token, body: { password: leaver.password } });
    expect(await validate({ licenseKey: (made.body as LicenseKey).licenseKey })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'organization_inactive' } }, valid: false },
    });
  });
});

describe('GET /api/v1/plans (ORG-35)', () => {
  it('200 without a credential: each plan with its prices in bani and its features; may be cached', async () => {
    const answer = await service().api('GET', '/api/v1/plans');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(
      (answer.body as Plans).plans.map(plan => [
        plan.key,
        plan.name,
        plan.monthlyPrice,
        plan.yearlyPrice,
        plan.includesPlan,
        plan.trialDays,
      ]),
    ).toEqual([
      ['freemium', 'Freemium', 0, 0, null, undefined],
      ['starter', 'Starter', 1900, 19000, 'freemium', 14],
      ['professional', 'Professional', 3900, 39000, 'starter', undefined],
      ['business', 'Business', 6900, 69000, 'professional', undefined],
    ]);
  });

  it('the features are those that limit organizations of the plan', async () => {
    const { body } = await service().api('GET', '/api/v1/plans');
    expect(body).toMatchObject({ plans: Object.entries(PLANS).map(([key, features]) => ({ key, currency: 'RON', features })) });
  });
});
