import { describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { readOrganization } from '#shared/platform/access/organization-plan.ts';
import { peopleOf } from '#shared/platform/access/people.ts';
import { readTokens } from '#shared/authority/taxauth/connections/store.ts';
import { changeAccount, newEmail, PASSWORD, registerReady, registerOnly, resetToken } from '../../support/accounts.ts';
import { assert, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { invited, membersOf, newMember } from '../../support/organization.ts';
import { challengeOf, codeOf, setUp } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { type Body, NEW, organizationOf, takeoverCalls, UNAUTHORIZED, WAYS } from './takeover-calls.ts';

/**
 * * Taking over an account whose email was never confirmed, by a password reset or by the identity provider: everything that its
 * registrant set up is removed first (ACC-86, ACC-87).
 */

const service = useOwnService({ machines: [], emailConfirmation: 'optional' });
const { call, made, takeOver: takeOverBy } = takeoverCalls(service);
const CIF = '18547290';

/** Follows the consent page and the callback. */
async function consent(address: string): Promise<void> {
  const page = await fetch(address, { redirect: 'manual' });
  await fetch(String(page.headers.get('location')), { redirect: 'manual' });
}

describe.each(WAYS)('by %s', way => {
  const takeOver = (email: string): Promise<string> => takeOverBy(way, email);

  test('API keys, passkey, second factor, password, sessions and unfinished logins of the registrant are revoked', async () => {
    const { userId, email, token, refreshToken } = await registerReady(service());
    const { token: key } = await made('/api/v1/api-tokens', token, { name: 'key', scopes: ['invoice.view'] });
    const { key: passkey } = await newPasskey(service(), token);
    const secret = await setUp(service(), token);
    expect((await call('POST', '/api/v1/me/mfa/totp/enable', token, { code: codeOf(secret) })).status).toBe(200);
    const challenge = await challengeOf(service(), email);
    await service().advance('PT30S');
    // The key is from the time before keys required a confirmed email.
    await changeAccount(userId, { emailConfirmed: false });

    const mine = await takeOver(email);
    expect((await call('GET', '/api/v1/me', mine)).body).toMatchObject({ emailConfirmed: true, mfaEnabled: false, email });
    for (const old of [token, String(key)]) expect(await call('GET', '/api/v1/me', old)).toMatchObject(UNAUTHORIZED);
    const ways = [
      call('POST', '/api/auth', undefined, { email, password: PASSWORD }),
      call('POST', '/api/auth/token/refresh', undefined, { refresh_token: refreshToken }),
      call('POST', '/api/auth/mfa/verify', undefined, { mfaToken: challenge, code: codeOf(secret) }),
      call('POST', '/api/auth/passkey/login', undefined, { response: assert(await requestOptions(service()), passkey) }),
    ];
    for (const way of ways) expect(await way).toMatchObject(UNAUTHORIZED);
    expect((await call('GET', '/api/v1/api-tokens', mine)).body).toEqual([]);
    expect((await call('GET', '/api/v1/me/passkeys', mine)).body).toEqual([]);
    expect((await call('GET', '/api/v1/me/mfa/status', mine)).body).toEqual({
      totpEnabled: false,
      backupCodesRemaining: 0,
      passkeysCount: 0,
    });
    const { key: own } = await newPasskey(service(), mine);
    const response = assert(await requestOptions(service()), own);
    expect((await call('POST', '/api/auth/passkey/login', undefined, { response })).status).toBe(200);
    expect((await made('/api/v1/api-tokens', mine, { name: 'mine', scopes: ['invoice.view'] }))['token']).toMatch(/^af_/);
  });

  test('other members, pending invitations and licence keys of the organization are removed; its companies stay', async () => {
    const registrant = await registerOnly(service());
    const { company } = await service().newCompany(registrant as never);
    const accomplice = await newMember(service(), registrant, 'admin');
    const coOwner = await newMember(service(), registrant, 'owner');
    const planted = await made('/api/v1/api-tokens', accomplice.token, { name: 'key', scopes: ['company.view'] });
    const { licenseKey } = await made('/api/v1/licensing/keys', registrant.token, {});
    const waiting = newEmail();
    const pending = await invited(service(), registrant, { email: waiting, role: 'admin' });
    // From the time before invitations required a confirmed email.
    await changeAccount(registrant.userId, { emailConfirmed: false });
    const guest = await registerOnly(service(), { email: waiting });

    const mine = await takeOver(registrant.email);
    const { id } = await made('/api/v1/companies', mine, {
      name: 'Alba SRL',
      cif: CIF,
      country: 'RO',
      city: 'Iasi',
      address: 'x',
    });
    expect((await membersOf(service(), { token: mine })).map(one => one.userId)).toEqual([registrant.userId]);
    expect((await call('GET', '/api/v1/invitations', mine)).body).toEqual([]);
    expect((await call('POST', `/api/v1/invitations/accept/${pending.token}`, guest.token)).status).toBe(404);
    for (const other of [accomplice.token, coOwner.token])
      for (const scope of [company, String(id)])
        expect((await call('GET', '/api/v1/clients', other, undefined, { 'x-company': scope })).status).toBe(403);
    expect(await call('GET', '/api/v1/me', String(planted['token']))).toMatchObject(UNAUTHORIZED);
    expect((await call('POST', '/api/v1/licensing/validate', undefined, { licenseKey })).status).toBe(401);
    expect((await call('GET', '/api/v1/clients', mine, undefined, { 'x-company': company })).status).toBe(200);
    expect(peopleOf(await readOrganization(await organizationOf(registrant)))).toMatchObject({ active: 1, owners: 1 });
  });

  test('earlier links and consents of other members connect nothing, as they are members no longer', async () => {
    const registrant = await registerOnly(service());
    const { company } = await service().newCompany(registrant as never, { cif: CIF });
    const accomplice = await newMember(service(), registrant, 'admin');
    await changeAccount(registrant.userId, { emailConfirmed: false });
    const link = await made('/api/v1/taxauth/token-links', accomplice.token, { companyId: company });
    const whole = await made('/api/v1/taxauth/token-links', accomplice.token, {});
    const consents: { headers: Headers }[] = await Promise.all([
      fetch(String(link['url']), { redirect: 'manual' }),
      call('GET', `/api/connect/taxauth?companyId=${company}`, accomplice.token),
    ]);

    await takeOver(registrant.email);
    consents.push(...(await Promise.all([link, whole].map(({ url }) => fetch(String(url), { redirect: 'manual' })))));
    for (const { headers } of consents) await consent(String(headers.get('location')));
    expect(await readTokens(await organizationOf(registrant))).toEqual([]);
  });

  test('connections to the tax authority are removed: tokens, pending links, and consents in progress', async () => {
    const registrant = await registerReady(service());
    const { company } = await service().newCompany(registrant as never, { cif: CIF });
    const issued = await service().api('POST', '/_local/taxauth/tokens', { body: { cif: CIF } });
    const { token } = issued.body as { token: string };
    await made('/api/v1/taxauth/tokens', registrant.token, { token, companyId: company });
    const link = await made('/api/v1/taxauth/token-links', registrant.token, { companyId: company });
    const begun = await fetch(String(link['url']), { redirect: 'manual' });
    const other = await call('GET', `/api/connect/taxauth?companyId=${company}`, registrant.token);
    // From the time before connections required a confirmed email.
    await changeAccount(registrant.userId, { emailConfirmed: false });

    const mine = await takeOver(registrant.email);
    expect((await call('GET', '/api/v1/taxauth/tokens', mine)).body).toEqual([]);
    expect((await call('GET', '/api/v1/taxauth/token-links', mine)).body).toEqual([]);
    expect((await call('GET', `/api/v1/taxauth/token-links/${String(link['linkToken'])}`)).status).toBe(404);
    expect((await fetch(String(link['url']), { redirect: 'manual' })).status).toBe(404);
    for (const { headers } of [begun, other]) await consent(String(headers.get('location')));
    expect((await call('GET', '/api/v1/taxauth/tokens', mine)).body).toEqual([]);
    const shown = await call('GET', `/api/v1/companies/${company}`, mine);
    expect(shown.body).toMatchObject({ tokenStatus: { isValid: false }, syncEnabled: false });
    await made('/api/v1/taxauth/tokens', mine, { token, companyId: company });
  });

  test('the registrant is no longer a member of other organizations', async () => {
    const [host, registrant] = [await registerReady(service()), await registerOnly(service())];
    const { token } = await invited(service(), host, { email: registrant.email, role: 'admin' });
    expect((await call('POST', `/api/v1/invitations/accept/${token}`, registrant.token)).status).toBe(200);
    const mine = await takeOver(registrant.email);
    expect((await call('GET', '/api/v1/organizations', mine)).body).toHaveLength(1);
    expect((await membersOf(service(), host)).map(one => one.userId)).toEqual([host.userId]);
    expect(peopleOf(await readOrganization(await organizationOf(host)))).toMatchObject({ active: 1, owners: 1 });
  });

  test('an organization that an accomplice was given stays with the accomplice: the owner gets another one', async () => {
    const registrant = await registerOnly(service());
    const coOwner = await newMember(service(), registrant, 'owner');
    await changeAccount(registrant.userId, { emailConfirmed: false });
    const first = await organizationOf(registrant);
    const [own] = (await readAccount(registrant.userId)).memberships;
    const member = (await membersOf(service(), registrant)).find(one => one.userId === registrant.userId);
    const demoted = await service().api('PATCH', `/api/v1/members/${member?.id}`, {
      token: coOwner.token,
      headers: { 'x-organization': first },
      body: { role: 'admin' },
    });
    expect(demoted.status).toBe(200);
    const mine = await takeOver(registrant.email);
    const [organization] = (await call('GET', '/api/v1/organizations', mine)).body as unknown as Body[];
    expect(organization).toMatchObject({ role: 'owner' });
    expect(organization?.['id']).not.toBe(own?.organizationId);
    expect(await membersOf(service(), { token: mine })).toHaveLength(1);
  });
});

test('a reset of a confirmed account keeps API keys, passkeys, second factor, members and companies', async () => {
  const owner = await registerReady(service());
  const { token: key } = await made('/api/v1/api-tokens', owner.token, { name: 'key', scopes: ['invoice.view'] });
  const { key: passkey } = await newPasskey(service(), owner.token);
  const member = await newMember(service(), owner, 'admin');
  const secret = await setUp(service(), owner.token);
  expect((await call('POST', '/api/v1/me/mfa/totp/enable', owner.token, { code: codeOf(secret) })).status).toBe(200);
  const token = await resetToken(service(), owner.email);
  expect((await call('POST', '/api/auth/reset-password', undefined, { token, password: NEW })).status).toBe(200);
  expect((await call('GET', '/api/v1/me', String(key))).status).toBe(200);
  const response = assert(await requestOptions(service()), passkey);
  expect((await call('POST', '/api/auth/passkey/login', undefined, { response })).status).toBe(200);
  expect(await challengeOf(service(), owner.email, NEW)).toMatch(/^[0-9a-f]{64}$/);
  expect((await membersOf(service(), member)).map(one => one.userId)).toContain(member.userId);
});
