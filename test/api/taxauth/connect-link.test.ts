import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { changeMember, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { CIF, taxauthCalls } from './links-calls.ts';

const service = useService();
const { as, tokens, owner, isConnected } = taxauthCalls(service);

/** Follows the consent page and the callback; returns where the browser ends. */
async function consent(address: string): Promise<string> {
  const page = await fetch(address, { redirect: 'manual' });
  const back = await fetch(String(page.headers.get('location')), { redirect: 'manual' });
  return String(back.headers.get('location'));
}

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

  it('lead to the consent page, save the token for their creator, and are used up', async () => {
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

  it('connect nothing for a creator who is no longer a member, may no longer submit, or has no access to the company any more', async () => {
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
