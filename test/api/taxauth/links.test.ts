import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../shared/kernel/ids.ts';
import { everythingAtRest } from '../../support/accounts.ts';
import type { Answered, Refusal } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { changeMember, newMember } from '../../support/organization.ts';
import { type Scope, type User, useService } from '../../support/service.ts';

const service = useService();

const CIF = '18547290';

const as =
  <T>(user: { token: string; company?: string }) =>
  (method: string, path: string, body?: unknown) =>
    service().api(method, path, { ...user, body }) as Promise<Answered<T>>;

const tokens = async (user: { token: string }) =>
  (await as<{ id: string; validatedCifs: string[] }[]>(user)('GET', '/api/v1/taxauth/tokens')).body;

async function owner(): Promise<{ user: User; scope: Scope }> {
  const user = await service().newUser();
  return { user, scope: await service().newCompany(user, { cif: CIF }) };
}

const isConnected = async ({ token, company }: Scope): Promise<boolean> =>
  (await as<{ tokenStatus: { isValid: boolean } }>({ token })('GET', `/api/v1/companies/${company}`)).body.tokenStatus.isValid;

describe('Links for the holder of the certificate', () => {
  const link = (user: { token: string }, body: object = {}) =>
    as<{ linkToken: string; url: string; linkUrl: string; expiresAt: string } & Refusal>(user)(
      'POST',
      '/api/v1/taxauth/token-links',
      body,
    );
  const links = async (user: { token: string }) =>
    (await as<{ linkToken: string }[]>(user)('GET', '/api/v1/taxauth/token-links')).body;
  const status = (linkToken: string) => service().api('GET', `/api/v1/taxauth/token-links/${linkToken}`);

  it('are made for a day, listed, and looked up by anyone who has one', async () => {
    const { user, scope } = await owner();
    const { status: made, body } = await link(user, { companyId: scope.company });
    expect(made).toBe(201);
    expect(body.linkToken).toMatch(/^[0-9a-f]{64}$/);
    expect(body.linkUrl).toBe(body.url);
    expect(await links(user)).toEqual([
      {
        linkToken: body.linkToken,
        url: body.url,
        companyId: scope.company,
        expiresAt: body.expiresAt,
        createdAt: expect.any(String),
      },
    ]);
    expect((await status(body.linkToken)).body).toEqual({ status: 'pending', tokenId: null, expiresAt: body.expiresAt });
    expect((await status('0'.repeat(64))).status).toBe(404);
  });

  it('are stored without their tokens: a hash to find them by, and the token encrypted for its maker', async () => {
    const { user } = await owner();
    const { body } = await link(user);
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(body.linkToken));
    expect(stored).not.toContain(body.linkToken);
    expect((await links(user)).map(one => one.linkToken)).toEqual([body.linkToken]);
  });

  it('are at most five at a time (429), also under concurrency', async () => {
    const { user } = await owner();
    const answers = await Promise.all(Array.from({ length: 8 }, () => link(user)));
    expect(answers.filter(one => one.status === 201)).toHaveLength(5);
    const refused = answers.find(one => one.status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await links(user)).toHaveLength(5);
  });

  it('refuse a company out of reach (403)', async () => {
    const [{ scope }, stranger] = [await owner(), await owner()];
    expect((await link(stranger.user, { companyId: scope.company })).status).toBe(403);
  });

  it('lead to the consent page, save the token for their maker, and are used up', async () => {
    const { user, scope } = await owner();
    const { body } = await link(user, { companyId: scope.company });
    const first = await fetch(body.url, { redirect: 'manual' });
    const again = await fetch(body.url, { redirect: 'manual' });
    const end = await consent(String(first.headers.get('location')));
    expect(end).toMatch(/\/settings\/taxauth\?status=connected$/);
    const [token] = await tokens(user);
    expect(token?.validatedCifs).toEqual([CIF]);
    expect((await status(body.linkToken)).body).toMatchObject({ status: 'used', tokenId: token?.id });
    expect(await links(user)).toEqual([]);
    expect((await fetch(body.url, { redirect: 'manual' })).status).toBe(409);
    expect(await consent(String(again.headers.get('location')))).toMatch(/status=failed$/);
    expect(await tokens(user)).toHaveLength(1);
  });

  it('connect nothing for a maker who is no longer a member, may no longer submit, or no longer reaches the company', async () => {
    const { user, scope } = await owner();
    const other = await service().newCompany(user);
    const member = await newMember(service(), user, 'accountant', [scope.company]);
    const changes = [
      { before: { isActive: false }, after: { isActive: true } },
      { before: { role: 'employee' }, after: { role: 'accountant' } },
      { before: { allowedCompanies: [other.company] }, after: { allowedCompanies: [scope.company] } },
    ];
    for (const { before, after } of changes) {
      const { body } = await link(member, { companyId: scope.company });
      const begun = await fetch(body.url, { redirect: 'manual' });
      await changeMember(service(), user, member, before);
      expect(await consent(String(begun.headers.get('location'))), JSON.stringify(before)).toMatch(/status=failed$/);
      expect(await isConnected({ ...user, company: scope.company })).toBe(false);
      await changeMember(service(), user, member, after);
    }
    const { body } = await link(member, { companyId: scope.company });
    const begun = await fetch(body.url, { redirect: 'manual' });
    expect(await consent(String(begun.headers.get('location')))).toMatch(/status=connected$/);
  });
});

/** Follows the consent page and the callback; returns where the browser ends. */
async function consent(address: string): Promise<string> {
  const page = await fetch(address, { redirect: 'manual' });
  const back = await fetch(String(page.headers.get('location')), { redirect: 'manual' });
  return String(back.headers.get('location'));
}

describe('Connecting through the consent page', () => {
  const connect = (user: { token: string }, query = '') => as<Refusal>(user)('GET', `/api/connect/taxauth${query}`);

  it('redirects there, and the callback saves the token once', async () => {
    const { user, scope } = await owner();
    const { status, headers } = await connect(user, `?companyId=${scope.company}`);
    expect(status).toBe(302);
    const page = await fetch(String(headers.get('location')), { redirect: 'manual' });
    const callback = String(page.headers.get('location'));
    expect((await fetch(callback, { redirect: 'manual' })).headers.get('location')).toMatch(/status=connected$/);
    expect((await fetch(callback, { redirect: 'manual' })).headers.get('location')).toMatch(/status=invalid$/);
    expect(await tokens(user)).toHaveLength(1);
    expect(await isConnected(scope)).toBe(true);
  });

  it('tells a denial, and an unknown state, without saving', async () => {
    const { user } = await owner();
    const { headers } = await connect(user);
    const state = new URL(String(headers.get('location'))).searchParams.get('state');
    const end = async (query: string) =>
      (await service().api('GET', `/api/connect/taxauth/callback?${query}`)).headers.get('location');
    expect(await end(`state=${state}&error=access_denied`)).toMatch(/status=denied$/);
    expect(await end('state=unknown&code=x')).toMatch(/status=invalid$/);
    expect(await end('')).toMatch(/status=invalid$/);
    expect(await tokens(user)).toEqual([]);
  });

  it('needs efactura.submit (403), the company in reach (403), and the settings (503)', async () => {
    const [{ user, scope }, stranger] = [await owner(), await owner()];
    const key = await keyWith(service(), user, ['company.view']);
    expect((await connect({ token: key })).status).toBe(403);
    expect((await connect(stranger.user, `?companyId=${scope.company}`)).status).toBe(403);
    const url = process.env['TAXAUTH_OAUTH_URL'];
    delete process.env['TAXAUTH_OAUTH_URL'];
    try {
      expect((await connect(user)).status).toBe(503);
    } finally {
      process.env['TAXAUTH_OAUTH_URL'] = url;
    }
  });
});

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
