import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { CIF, taxauthCalls } from './calls.ts';

const service = useOwnService();
const { as, authorityToken, save, tokens, owner, connected } = taxauthCalls(service);

describe('expiry', () => {
  it('ends tokens and links: returned as not valid, no longer connecting, expired', async () => {
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
