import { describe, expect, it } from 'vitest';
import type { TaxauthToken } from '../../support/contract.ts';
import { joinAs } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { CIF, taxauthCalls } from './calls.ts';

const service = useService();
const { as, authorityToken, save, tokens, owner } = taxauthCalls(service);

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
});
