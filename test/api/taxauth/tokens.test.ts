import { describe, expect, it } from 'vitest';
import type { TaxauthToken } from '../../support/contract.ts';
import { joinAs, setActive } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { CIF, taxauthCalls } from './calls.ts';

const service = useService();
const { as, authorityToken, save, tokens, owner, connected } = taxauthCalls(service);

describe('Own tokens', () => {
  it('are listed, and summed up as status, for their user only', async () => {
    const [{ user, scope }, member] = [await owner(), await service().newUser()];
    await joinAs(user, member, 'admin');
    await save(user, { token: await authorityToken(), companyId: scope.company });
    await save(user, { token: 'opaque-token-1' });
    const { body } = await as<{ tokens: TaxauthToken[] }>(user)('GET', '/api/v1/taxauth/status');
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

  it('are deleted by their user only: 403 for another one of the organization, 404 for other users', async () => {
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

  it('may be saved again once deleted', async () => {
    const { user } = await owner();
    const { id } = (await save(user, { token: 'opaque-token-1' })).body;
    await as(user)('DELETE', `/api/v1/taxauth/tokens/${id}`);
    expect((await save(user, { token: 'opaque-token-1' })).status).toBe(201);
  });
});

describe('The connection of a company', () => {
  it('is that of any active member, and ends with the membership and with the token', async () => {
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

  it('uses the token that is valid the longest; there is none without a validated tax number', async () => {
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

describe('VAT status', () => {
  it('returns 400 without digits and 503 without a register', async () => {
    const { user } = await owner();
    expect((await as(user)('GET', '/api/v1/taxauth/vat-status/RO')).status).toBe(400);
    expect((await as(user)('GET', '/api/v1/taxauth/vat-status/RO14399840')).status).toBe(503);
  });
});
