import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { joinAs } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { CIF, taxauthCalls } from './calls.ts';

const service = useService();
const { as, authorityToken, save, tokens, setAuthority, owner } = taxauthCalls(service);

describe('Validating a tax number', () => {
  const validate = (user: { token: string; company?: string }, id: string, body: object = {}) =>
    as<{ valid: boolean; cif: string; errors: string[] } & Refusal>(user)(
      'POST',
      `/api/v1/taxauth/tokens/${id}/validate-cif`,
      body,
    );

  it('adds a number that the authority confirms, of the company of X-Company by default, and removes one that it does not confirm', async () => {
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

  it('reports that the company is not in the organization', async () => {
    const { user } = await owner();
    const { id } = (await save(user, { token: 'opaque-token-1' })).body;
    const { body } = await validate(user, id, { cif: 'RO77777' });
    expect(body).toEqual({ valid: false, cif: '77777', errors: [expect.stringContaining('no company')] });
  });

  it('removes a tax number when its company has been deleted', async () => {
    const { user, scope } = await owner();
    const { id } = (await save(user, { token: await authorityToken(), companyId: scope.company })).body;
    await as(user)('DELETE', `/api/v1/companies/${scope.company}`);
    expect((await validate(user, id, { cif: CIF })).body.valid).toBe(false);
    expect((await tokens(user))[0]).toMatchObject({ validatedCifs: [], cif: null });
  });

  it('rejects a request without a tax number (400), for tokens of others (403, 404), and while the authority is down (503)', async () => {
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
