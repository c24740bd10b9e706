import { describe, expect, it } from 'vitest';
import { joinAs, setActive } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { CIF, taxauthCalls } from './calls.ts';

const service = useService();
const { authorityToken, save, owner, connected } = taxauthCalls(service);

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
