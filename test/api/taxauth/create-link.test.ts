import { describe, expect, it } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { everythingAtRest } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { taxauthCalls, CIF } from './calls.ts';
import { changeMember, newMember } from '../../support/organization.ts';

const service = useService();
const { as, owner, link, links, status, tokens, isConnected } = taxauthCalls(service);
/** Follows the consent page and the callback; returns where the browser ends. */
async function consent(address: string): Promise<string> {
  const page = await fetch(address, { redirect: 'manual' });
  const back = await fetch(String(page.headers.get('location')), { redirect: 'manual' });
  return String(back.headers.get('location'));
}

describe('Links for the holder of the certificate', () => {
  it('are valid for a day, listed, and readable for anyone who has one', async () => {
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

  it('are listed without their tokens for an API key, whatever its scopes', async () => {
    const { user, scope } = await owner();
    const { body } = await link(user, { companyId: scope.company });
    const made = await as<{ token: string }>(user)('POST', '/api/v1/api-tokens', {
      name: 'x',
      scopes: ['efactura.submit', 'client.view'],
    });
    const listed = await as<object[]>({ token: made.body.token })('GET', '/api/v1/taxauth/token-links');
    expect(listed.status).toBe(200);
    expect(listed.body).toMatchObject([
      { companyId: scope.company, linkToken: expect.stringMatching(/^[0-9a-f]{8}…$/) as string },
    ]);
    expect(JSON.stringify(listed.body)).not.toContain(body.linkToken);
    const [{ url }] = listed.body as [{ url: string }];
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(404);
  });

  it('are stored without their tokens: a hash to find them by, and the token encrypted for its creator', async () => {
    const { user } = await owner();
    const { body } = await link(user);
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(body.linkToken));
    expect(stored).not.toContain(body.linkToken);
    expect((await links(user)).map(one => one.linkToken)).toEqual([body.linkToken]);
  });

  it.each([
    ['longer than a key of the table may be', 'a'.repeat(3000)],
    ['longer than a token', 'a'.repeat(65)],
    ['in capitals', 'A'.repeat(64)],
    ['no hex', 'g'.repeat(64)],
  ])('a token that is %s is unknown (404), on both ways to use it', async (_, linkToken) => {
    expect((await status(linkToken)).status).toBe(404);
    expect((await service().api('GET', `/api/connect/taxauth/link/${linkToken}`)).status).toBe(404);
  });

  it('are at most five at a time (429), also under concurrency', async () => {
    const { user } = await owner();
    const answers = await Promise.all(Array.from({ length: 8 }, () => link(user)));
    expect(answers.filter(one => one.status === 201)).toHaveLength(5);
    const refused = answers.find(one => one.status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await links(user)).toHaveLength(5);
  });

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
