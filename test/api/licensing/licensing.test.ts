import { beforeAll, describe, expect, test } from 'vitest';
import { PLANS } from '../../../shared/access/plans.ts';
import { everythingAtRest, registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';

const service = useService({ machines: [] });

interface Key {
  id: string;
  licenseKey: string;
}

let owner: { token: string };
let organization: string;

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma' });
  organization = (await whoAmI(service(), owner)).organization.id;
});

const keys = (method: string, path = '', body?: unknown) =>
  service().api(method, `/api/v1/licensing/keys${path}`, { token: owner.token, body });
const newKey = async (): Promise<Key> => (await keys('POST', '', { instanceName: 'On premises' })).body as Key;
const listed = async (id: string) =>
  ((await keys('GET')).body as { keys: Record<string, unknown>[] }).keys.find(one => one['id'] === id);
const validate = (body: unknown) => service().api('POST', '/api/v1/licensing/validate', { body });
const setPlan = (plan: string) => service().api('PUT', `/_local/plans/${organization}`, { body: { plan } });
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;

describe('licence keys', () => {
  test('201: the key is told once, and not kept; lists show its ends', async () => {
    const { status, body } = await keys('POST', '', { instanceName: ' On premises ' });
    const { id, licenseKey } = body as Key;
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

  test('200 revoked, and again; it stays listed; 404 for what is none', async () => {
    const { id } = await newKey();
    expect(await keys('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect((await keys('DELETE', `/${id}`)).status).toBe(200);
    expect((await listed(id))?.['active']).toBe(false);
    expect((await keys('DELETE', `/${organization}`)).status).toBe(404);
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

describe('POST /api/v1/licensing/validate', () => {
  test('200: the plan and what it holds; keeps what the instance tells of itself', async () => {
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
    const first = await listed(id);
    expect(first).toMatchObject({
      instanceName: 'Depozit',
      instanceUrl: 'https://invoices.firma.example',
      lastValidatedAt: instant,
      activatedAt: instant,
    });
    await service().advance('PT10M');
    await validate({ licenseKey });
    const second = await listed(id);
    expect(second).toMatchObject({ instanceName: 'Depozit', activatedAt: first?.['activatedAt'] });
    expect(String(second?.['lastValidatedAt']) > String(first?.['lastValidatedAt'])).toBe(true);
  });

  test('tells what is over the plan', async () => {
    const { licenseKey } = await newKey();
    const attachmentBytes = PLANS.business.attachmentStorageBytes + 1;
    const { body } = await validate({ licenseKey, metrics: { companies: 1e6, attachmentBytes, unknown: 'x' } });
    expect((body as { violations: string[] }).violations).toEqual([expect.stringContaining('attachmentStorageBytes')]);
  });

  test.each<[string, unknown]>([
    ['no key', {}],
    ['an empty key', { licenseKey: '' }],
    ['a key that is no text', { licenseKey: 5 }],
    ['metrics that are no object', { licenseKey: 'x', metrics: [] }],
    ['metrics that are too large', { licenseKey: 'x', metrics: { x: 'x'.repeat(17_000) } }],
  ])('400 for %s', async (_, body) => {
    expect(await validate(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test('401, the same for every key that is not in force', async () => {
    const { id, licenseKey } = await newKey();
    await keys('DELETE', `/${id}`);
    const answers = await Promise.all(
      [licenseKey, 'a'.repeat(64), `${'0'.repeat(32)}${licenseKey.slice(32)}`, 'x', licenseKey.toUpperCase()].map(key =>
        validate({ licenseKey: key }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual({ error: { code: 'unauthorized', message: expect.any(String) as string }, valid: false });
    }
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('403 when the plan holds no licences any more, and when the organization is closed', async () => {
    const { licenseKey } = await newKey();
    await setPlan('professional');
    const { status, body } = await validate({ licenseKey });
    await setPlan('business');
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: 'forbidden', details: { reason: 'plan' } }, valid: false });
    const leaver = await service().newUser();
    const made = await service().api('POST', '/api/v1/licensing/keys', { token: leaver.token, body: {} });
    await service().api('DELETE', '/api/v1/me', { token: leaver.token, body: { password: leaver.password } });
    expect(await validate({ licenseKey: (made.body as Key).licenseKey })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'organization_inactive' } }, valid: false },
    });
  });
});

test('every answer was as declared', () => {
  expect(service().runtime.violations).toEqual([]);
});
