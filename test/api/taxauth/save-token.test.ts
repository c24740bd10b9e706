import { describe, expect, it } from 'vitest';
import type { TaxauthToken } from '../../support/contract.ts';
import { everythingAtRest } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { CIF, taxauthCalls } from './calls.ts';

const service = useService();
const { as, authorityToken, save, tokens, setAuthority, owner, connected } = taxauthCalls(service);

describe('Saving a token (COM-48, COM-49)', () => {
  it('tests the company, stores the value encrypted and never returns it, and connects the company with it', async () => {
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

  it('reads the end from a JWT, else counts the days, 90 by default', async () => {
    const { user } = await owner();
    const claims = Buffer.from(JSON.stringify({ exp: 4102444800 })).toString('base64url');
    expect((await save(user, { token: `e30.${claims}.c2ln`, expiresInDays: 3 })).body.expiresAt).toBe('2100-01-01T00:00:00Z');
    const days = (shown: TaxauthToken): number =>
      Math.round((Date.parse(shown.expiresAt) - Date.parse(String(shown.createdAt))) / 86_400_000);
    expect(days((await save(user, { token: 'opaque-token-1' })).body)).toBe(90);
    expect(days((await save(user, { token: 'opaque-token-2', expiresInDays: 3 })).body)).toBe(3);
  });

  it.each([
    [{ token: 'short' }, 400],
    [{ token: 'opaque-token-1', expiresInDays: 366 }, 422],
  ])('rejects %j with %i', async (body, status) => {
    const { user } = await owner();
    expect((await save(user, body)).status).toBe(status);
  });

  it('rejects one that the organization has (422), also under concurrency: one of four succeeds', async () => {
    const { user } = await owner();
    const answers = await Promise.all(Array.from({ length: 4 }, () => save(user, { token: 'opaque-token-1' })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422, 422]);
    expect(await tokens(user)).toHaveLength(1);
  });

  it('rejects a company without access (403), one without rights (422), and a token that the authority does not accept (400)', async () => {
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

  it('reports the limits of the authority (429 with retryAfter) and its outage (503), and saves nothing', async () => {
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
});
