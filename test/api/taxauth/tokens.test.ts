import { describe, expect, it } from 'vitest';
import { everythingAtRest } from '../../support/accounts.ts';
import { type Answered, type Refusal } from '../../support/invoices.ts';
import { joinAs, keyWith, setActive } from '../../support/members.ts';
import { type Scope, type User, useService } from '../../support/service.ts';
import { connectionOf } from '../../../shared/taxauth/connections/connection.ts';

const service = useService();

interface Shown {
  id: string;
  cif: string | null;
  validatedCifs: string[];
  expiresAt: string;
  isValid: boolean;
  [field: string]: unknown;
}

const CIF = '18547290';
const as =
  <T>(user: { token: string; company?: string }) =>
  (method: string, path: string, body?: unknown) =>
    service().api(method, path, { ...user, body }) as Promise<Answered<T>>;

/** A token that the simulator accepts. */
async function authorityToken(cif = CIF, expiresInDays?: number): Promise<string> {
  const { body } = await service().api('POST', '/_local/taxauth/tokens', { body: { cif, expiresInDays } });
  return (body as { token: string }).token;
}

const save = (user: { token: string }, body: object) => as<Shown & Refusal>(user)('POST', '/api/v1/taxauth/tokens', body);
const tokens = async (user: { token: string }): Promise<Shown[]> =>
  (await as<Shown[]>(user)('GET', '/api/v1/taxauth/tokens')).body;
const setAuthority = (body: object) => service().api('PUT', '/_local/taxauth', { body });

async function owner(): Promise<{ user: User; scope: Scope }> {
  const user = await service().newUser();
  return { user, scope: await service().newCompany(user, { cif: CIF }) };
}

/** The connection of a company, as submission asks for it. */
async function connected({ token, company }: Scope): Promise<string | null> {
  const { body } = await as<{ organizationId: string; cif: string }>({ token })('GET', `/api/v1/companies/${company}`);
  return connectionOf(body.organizationId, body.cif);
}

describe('Saving a token (completions-accounts §20)', () => {
  it('tries the company, keeps the value encrypted and never shows it, and connects the company by it', async () => {
    const { user, scope } = await owner();
    const value = await authorityToken();
    const { status, body } = await save(user, { token: value, label: 'Cert 2026', companyId: scope.company });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      uuid: body.id,
      label: 'Cert 2026',
      cif: CIF,
      validatedCifs: [CIF],
      expiresAt: expect.any(String),
      isValid: true,
      lastUsedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await everythingAtRest()).not.toContain(value);
    const company = await as<{ tokenStatus: object }>(user)('GET', `/api/v1/companies/${scope.company}`);
    expect(company.body.tokenStatus).toEqual({ hasToken: true, isValid: true, expiresAt: body.expiresAt });
    expect(await connected(scope)).toBe(value);
    expect((await tokens(user))[0]).toMatchObject({ id: body.id, lastUsedAt: expect.any(String) });
  });

  it('takes the end from a JWT, else counts the days, 90 by default', async () => {
    const { user } = await owner();
    const claims = Buffer.from(JSON.stringify({ exp: 4102444800 })).toString('base64url');
    expect((await save(user, { token: `e30.${claims}.c2ln`, expiresInDays: 3 })).body.expiresAt).toBe('2100-01-01T00:00:00Z');
    const days = (shown: Shown): number =>
      Math.round((Date.parse(shown.expiresAt) - Date.parse(String(shown['createdAt']))) / 86_400_000);
    expect(days((await save(user, { token: 'opaque-token-1' })).body)).toBe(90);
    expect(days((await save(user, { token: 'opaque-token-2', expiresInDays: 3 })).body)).toBe(3);
  });

  it.each([
    [{}, 400],
    [{ token: 'short' }, 400],
    [{ token: 12345678901 }, 400],
    [{ token: 'with blanks in it' }, 400],
    [{ token: `e30.${Buffer.from('{"exp":1}').toString('base64url')}.c2ln` }, 400],
    [{ token: 'opaque-token-1', expiresInDays: 0 }, 422],
    [{ token: 'opaque-token-1', expiresInDays: 366 }, 422],
    [{ token: 'opaque-token-1', companyId: 'x' }, 422],
    [{ token: 'opaque-token-1', label: 'x'.repeat(256) }, 422],
  ])('refuses %j with %i', async (body, status) => {
    const { user } = await owner();
    expect((await save(user, body)).status).toBe(status);
  });

  it('refuses one that the organization has (422), also under concurrency: one of four wins', async () => {
    const { user } = await owner();
    const answers = await Promise.all(Array.from({ length: 4 }, () => save(user, { token: 'opaque-token-1' })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422, 422]);
    expect(await tokens(user)).toHaveLength(1);
  });

  it('refuses a company out of reach (403), one without rights (422), and a token that the authority does not accept (400)', async () => {
    const [{ user, scope }, stranger] = [await owner(), await owner()];
    const foreign = await save(stranger.user, { token: await authorityToken(), companyId: scope.company });
    expect(foreign.status).toBe(403);
    expect(foreign.body.error.details).toMatchObject({ reason: 'company_access' });
    const other = await save(user, { token: await authorityToken('99'), companyId: scope.company });
    expect(other.status).toBe(422);
    expect(other.body.error.details).toHaveProperty('token');
    expect((await save(user, { token: 'not-of-the-authority', companyId: scope.company })).status).toBe(400);
    expect(await tokens(user)).toEqual([]);
  });

  it('tells the limits of the authority (429 with retryAfter) and its outage (503), and saves nothing', async () => {
    const { user, scope } = await owner();
    const token = await authorityToken();
    try {
      await setAuthority({ mode: 'rateLimited', retryAfter: 17 });
      const limited = await save(user, { token, companyId: scope.company });
      expect(limited.status).toBe(429);
      expect(limited.body).toEqual({ error: expect.any(String), retryAfter: 17 });
      expect(limited.headers.get('retry-after')).toBe('17');
      await setAuthority({ mode: 'down' });
      expect((await save(user, { token, companyId: scope.company })).status).toBe(503);
    } finally {
      await setAuthority({ mode: 'ok' });
    }
    expect((await save(user, { token, companyId: scope.company })).status).toBe(201);
  });

  it('needs efactura.submit (403)', async () => {
    const { user } = await owner();
    const refused = await save({ token: await keyWith(service(), user, ['company.view']) }, { token: 'opaque-token-1' });
    expect(refused.body.error.details).toEqual({ reason: 'permission', permission: 'efactura.submit' });
  });
});

describe('The connection of a company', () => {
  it('is that of any active member, ends with the membership, and with the token', async () => {
    const [{ user, scope }, member] = [await owner(), await service().newUser()];
    await joinAs(user, member, 'accountant', [scope.company]);
    const value = await authorityToken(CIF, 2);
    expect((await save(member, { token: value, companyId: scope.company })).status).toBe(201);
    expect(await connected(scope)).toBe(value);
    await setActive(member, false);
    expect(await connected(scope)).toBeNull();
    await setActive(member, true);
    expect(await connected(scope)).toBe(value);
  });

  it('is the token in force the longest; none without a validated tax number', async () => {
    const { user, scope } = await owner();
    expect(await connected(scope)).toBeNull();
    await save(user, { token: 'opaque-token-1' });
    expect(await connected(scope)).toBeNull();
    const [short, long] = [await authorityToken(CIF, 1), await authorityToken(CIF, 30)];
    await save(user, { token: long, companyId: scope.company });
    await save(user, { token: short, companyId: scope.company });
    expect(await connected(scope)).toBe(long);
  });
});

describe('Own tokens', () => {
  it('are listed, and summed up as status, for their user alone', async () => {
    const [{ user, scope }, member] = [await owner(), await service().newUser()];
    await joinAs(user, member, 'admin');
    await save(user, { token: await authorityToken(), companyId: scope.company });
    await save(user, { token: 'opaque-token-1' });
    const { body } = await as<{ tokens: Shown[] }>(user)('GET', '/api/v1/taxauth/status');
    expect(body).toEqual({
      tokenCount: 2,
      hasValidToken: true,
      tokens: [
        { cif: CIF, expiresAt: expect.any(String), isValid: true },
        { cif: null, expiresAt: expect.any(String), isValid: true },
      ],
    });
    expect(await tokens(member)).toEqual([]);
  });

  it('are removed by their user only: 403 for another one of the organization, 404 for strangers', async () => {
    const [{ user, scope }, member, stranger] = [await owner(), await service().newUser(), await service().newUser()];
    await joinAs(user, member, 'admin');
    const { id } = (await save(user, { token: await authorityToken(), companyId: scope.company })).body;
    const path = `/api/v1/taxauth/tokens/${id}`;
    expect((await as(member)('DELETE', path)).status).toBe(403);
    expect((await as(stranger)('DELETE', path)).status).toBe(404);
    expect((await as(user)('DELETE', path)).status).toBe(204);
    expect((await as(user)('DELETE', path)).status).toBe(404);
    expect(await connected(scope)).toBeNull();
  });

  it('may be saved again once removed', async () => {
    const { user } = await owner();
    const { id } = (await save(user, { token: 'opaque-token-1' })).body;
    await as(user)('DELETE', `/api/v1/taxauth/tokens/${id}`);
    expect((await save(user, { token: 'opaque-token-1' })).status).toBe(201);
  });
});

describe('Validating a tax number', () => {
  const validate = (user: { token: string; company?: string }, id: string, body: object = {}) =>
    as<{ valid: boolean; cif: string; errors: string[] } & Refusal>(user)(
      'POST',
      `/api/v1/taxauth/tokens/${id}/validate-cif`,
      body,
    );

  it('adds what the authority confirms, of the company of X-Company by default, and takes away what it does not', async () => {
    const { user, scope } = await owner();
    const { id } = (await save(user, { token: await authorityToken() })).body;
    expect((await validate(scope, id)).body).toEqual({ valid: true, cif: CIF, errors: [] });
    expect((await tokens(user))[0]?.validatedCifs).toEqual([CIF]);
    const other = await service().newCompany(user, { cif: '99' });
    const refused = await validate(other, id);
    expect(refused.status).toBe(200);
    expect(refused.body).toEqual({ valid: false, cif: '99', errors: [expect.stringContaining('no e-invoice access')] });
    expect((await tokens(user))[0]?.validatedCifs).toEqual([CIF]);
  });

  it('says that the company is not in the organization', async () => {
    const { user } = await owner();
    const { id } = (await save(user, { token: 'opaque-token-1' })).body;
    const { body } = await validate(user, id, { cif: 'RO77777' });
    expect(body).toEqual({ valid: false, cif: '77777', errors: [expect.stringContaining('no company')] });
  });

  it('takes a tax number away when its company is gone', async () => {
    const { user, scope } = await owner();
    const { id } = (await save(user, { token: await authorityToken(), companyId: scope.company })).body;
    await as(user)('DELETE', `/api/v1/companies/${scope.company}`);
    expect((await validate(user, id, { cif: CIF })).body.valid).toBe(false);
    expect((await tokens(user))[0]).toMatchObject({ validatedCifs: [], cif: null });
  });

  it('refuses without a tax number (400), for tokens of others (403, 404), and while the authority is down (503)', async () => {
    const [{ user, scope }, member] = [await owner(), await service().newUser()];
    await joinAs(user, member, 'admin');
    const { id } = (await save(user, { token: await authorityToken() })).body;
    expect((await validate(user, id)).status).toBe(400);
    expect((await validate(user, id, { cif: 'x' })).status).toBe(400);
    expect((await validate(member, id, { cif: CIF })).status).toBe(403);
    expect((await validate(user, scope.company, { cif: CIF })).status).toBe(404);
    try {
      await setAuthority({ mode: 'down' });
      expect((await validate(user, id, { cif: CIF })).status).toBe(503);
    } finally {
      await setAuthority({ mode: 'ok' });
    }
  });
});

describe('VAT status', () => {
  it('answers 400 without digits and 503 without a register', async () => {
    const { user } = await owner();
    expect((await as(user)('GET', '/api/v1/taxauth/vat-status/RO')).status).toBe(400);
    expect((await as(user)('GET', '/api/v1/taxauth/vat-status/RO14399840')).status).toBe(503);
  });
});

describe('Time', () => {
  it('ends tokens and links: shown as not valid, no longer connecting, expired', async () => {
    const { user, scope } = await owner();
    await save(user, { token: await authorityToken(CIF, 1), companyId: scope.company });
    const { linkToken } = (await as<{ linkToken: string }>(user)('POST', '/api/v1/taxauth/token-links', {})).body;
    await service().advance('P1DT1M');
    const { token } = (await service().api('POST', '/api/auth', { body: { email: user.email, password: user.password } }))
      .body as { token: string };
    expect((await tokens({ token }))[0]?.isValid).toBe(false);
    expect(await connected({ token, company: scope.company })).toBeNull();
    const company = await as<{ tokenStatus: object }>({ token })('GET', `/api/v1/companies/${scope.company}`);
    expect(company.body.tokenStatus).toMatchObject({ hasToken: true, isValid: false });
    const { body } = await service().api('GET', `/api/v1/taxauth/token-links/${linkToken}`);
    expect(body).toMatchObject({ status: 'expired' });
    expect((await service().api('GET', `/api/connect/taxauth/link/${linkToken}`)).status).toBe(410);
  });
});

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
