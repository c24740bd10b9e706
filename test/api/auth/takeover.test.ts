import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { readAccount } from '../../../shared/access/records.ts';
import { createApiToken } from '../../../shared/identity/api-tokens/create.ts';
import { acceptInvitation } from '../../../shared/identity/invitations/accept.ts';
import { findInvited } from '../../../shared/identity/invitations/store.ts';
import { invite } from '../../../shared/identity/invitations/create.ts';
import { createLicenseKey } from '../../../shared/identity/licensing/create-key.ts';
import { setUpTotp } from '../../../shared/identity/mfa/set-up-totp.ts';
import { membershipItem } from '../../../shared/access/memberships.ts';
import type { Actor, Membership } from '../../../shared/access/model.ts';
import { readOrganization } from '../../../shared/access/organization-plan.ts';
import { changePeople, peopleOf } from '../../../shared/access/people.ts';
import { ROLE_PERMISSIONS } from '../../../shared/access/permissions.ts';
import { findReset, resetPassword } from '../../../shared/identity/passwords/reset-password.ts';
import { commitPlainly, put, transact, type Write } from '../../../shared/store/transact.ts';
import { createLink } from '../../../shared/taxauth/connections/create-link.ts';
import { readTokens } from '../../../shared/taxauth/connections/store.ts';
import {
  changeAccount,
  joinOrganization,
  newEmail,
  PASSWORD,
  type Registered,
  registerConfirmed,
  registerOnly,
  resetToken,
} from '../../support/accounts.ts';
import { assert, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { invited, membersOf, newMember } from '../../support/organization.ts';
import { challengeOf, codeOf, setUp } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';

/**
 * Taking over an account whose email was never confirmed, by a password reset or by the identity provider: everything that its
 * registrant set up is void first (decisions.md, Accounts and abuse).
 */

const service = useOwnService({ machines: [], emailConfirmation: 'optional' });
const NEW = 'Another-Correct-Horse-9';
const CIF = '18547290';

interface Body {
  [name: string]: unknown;
}
const call = async (method: string, path: string, token?: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await service().api(method, path, { ...(token && { token }), body, headers });
  return { status: answer.status, body: answer.body as Body, headers: answer.headers };
};
const made = async (path: string, token: string, body: unknown): Promise<Body> =>
  expecting<Body>(201, `POST ${path}`, service().api('POST', path, { token, body }));
const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };

/** The owner of the mailbox comes to the account: their session. */
const WAYS = {
  'a password reset': async (email: string) => {
    const token = await resetToken(service(), email);
    expect((await call('POST', '/api/auth/reset-password', undefined, { token, password: NEW })).status).toBe(200);
    return String((await call('POST', '/api/auth', undefined, { email, password: NEW })).body['token']);
  },
  'the identity provider': async (email: string) => {
    const idToken = await service().runtime.idp.token({ sub: randomUUID(), email });
    const { status, body } = await call('POST', '/api/auth/idp', undefined, { idToken });
    expect({ status, isNewUser: body['isNewUser'] }).toEqual({ status: 200, isNewUser: false });
    return String(body['token']);
  },
};

/** Follows the consent page and the callback. */
async function consent(address: string): Promise<void> {
  const page = await fetch(address, { redirect: 'manual' });
  await fetch(String(page.headers.get('location')), { redirect: 'manual' });
}

const actorOf = async ({ userId }: Registered): Promise<Actor> => {
  const { account, memberships } = await readAccount(userId);
  if (!account) throw new Error('There is no such account.');
  const person = { userId, email: account.email, name: 'Ana', account, memberships, sessionId: null, apiToken: null };
  return { ...person, membership: memberships[0] ?? null, permissions: new Set(ROLE_PERMISSIONS.owner) };
};

const organizationOf = async (person: Registered): Promise<string> =>
  (await readAccount(person.userId)).memberships.find(one => one.role === 'owner')?.organizationId ?? '';

describe.each(Object.entries(WAYS))('By %s', (_, takeOver) => {
  test('API keys, passkey, second factor, password, sessions and half-finished logins of the registrant are void', async () => {
    const { email, token, refreshToken } = await registerOnly(service());
    const { token: key } = await made('/api/v1/api-tokens', token, { name: 'key', scopes: ['invoice.view'] });
    const { key: passkey } = await newPasskey(service(), token);
    const secret = await setUp(service(), token);
    expect((await call('POST', '/api/v1/me/mfa/totp/enable', token, { code: codeOf(secret) })).status).toBe(200);
    const challenge = await challengeOf(service(), email);
    await service().advance('PT30S');

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

  test('other members, pending invitations and licence keys of the organization are void; its companies stay', async () => {
    const registrant = await registerOnly(service());
    const { company } = await service().newCompany(registrant as never);
    const accomplice = await newMember(service(), registrant, 'admin');
    const coOwner = await newMember(service(), registrant, 'owner');
    const planted = await made('/api/v1/api-tokens', accomplice.token, { name: 'key', scopes: ['company.view'] });
    const { licenseKey } = await made('/api/v1/licensing/keys', registrant.token, {});
    const waiting = newEmail();
    const pending = await invited(service(), registrant, { email: waiting, role: 'admin' });
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

  test('links and consents of other members of the time before connect nothing, as they are members no longer', async () => {
    const registrant = await registerOnly(service());
    const { company } = await service().newCompany(registrant as never, { cif: CIF });
    const accomplice = await newMember(service(), registrant, 'admin');
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

  test('connections to the tax authority are void: tokens, pending links, and consents under way', async () => {
    const registrant = await registerOnly(service());
    const { company } = await service().newCompany(registrant as never, { cif: CIF });
    const issued = await service().api('POST', '/_local/taxauth/tokens', { body: { cif: CIF } });
    const { token } = issued.body as { token: string };
    await made('/api/v1/taxauth/tokens', registrant.token, { token, companyId: company });
    const link = await made('/api/v1/taxauth/token-links', registrant.token, { companyId: company });
    const begun = await fetch(String(link['url']), { redirect: 'manual' });
    const other = await call('GET', `/api/connect/taxauth?companyId=${company}`, registrant.token);

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
    const [host, registrant] = [await registerConfirmed(service()), await registerOnly(service())];
    const { token } = await invited(service(), host, { email: registrant.email, role: 'admin' });
    expect((await call('POST', `/api/v1/invitations/accept/${token}`, registrant.token)).status).toBe(200);
    const mine = await takeOver(registrant.email);
    expect((await call('GET', '/api/v1/organizations', mine)).body).toHaveLength(1);
    expect((await membersOf(service(), host)).map(one => one.userId)).toEqual([host.userId]);
    expect(peopleOf(await readOrganization(await organizationOf(host)))).toMatchObject({ active: 1, owners: 1 });
  });

  test('an organization that an accomplice was given is left behind: the owner founds another one', async () => {
    const registrant = await registerOnly(service());
    const coOwner = await newMember(service(), registrant, 'owner');
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

describe('What happens at the same moment', () => {
  /** A reset that stops before its last transaction; `meanwhile` runs there the first time. */
  async function resetWith(
    person: Registered,
    meanwhile: () => Promise<void>,
  ): Promise<{ token: string; result: Promise<void> }> {
    const token = await resetToken(service(), person.email);
    let isFirst = true;
    const result = resetPassword(await findReset(token), NEW, async (writes, value) => {
      if (isFirst) {
        isFirst = false;
        await meanwhile();
      }
      return commitPlainly(writes, value);
    });
    return { token, result };
  }

  test('a process that dies in between leaves an account that nobody can use, until the same token is sent again', async () => {
    const registrant = await registerOnly(service());
    const { token: key } = await made('/api/v1/api-tokens', registrant.token, { name: 'key', scopes: ['invoice.view'] });
    const accomplice = await newMember(service(), registrant, 'admin');
    const { token, result } = await resetWith(registrant, () => Promise.reject(new Error('The process died.')));
    await expect(result).rejects.toThrow('The process died.');
    for (const old of [registrant.token, String(key)]) expect(await call('GET', '/api/v1/me', old)).toMatchObject(UNAUTHORIZED);
    for (const password of [PASSWORD, NEW])
      expect(await call('POST', '/api/auth', undefined, { email: registrant.email, password })).toMatchObject(UNAUTHORIZED);
    // A confirmation mail of the registrant's time makes no difference.
    await changeAccount(registrant.userId, { emailConfirmed: true });
    await joinOrganization(accomplice.userId, registrant.userId, 'admin');
    expect((await call('POST', '/api/auth/reset-password', undefined, { token, password: NEW })).status).toBe(200);
    const mine = String((await call('POST', '/api/auth', undefined, { email: registrant.email, password: NEW })).body['token']);
    expect(await membersOf(service(), { token: mine })).toHaveLength(1);
    expect((await readAccount(registrant.userId)).account).toMatchObject({ takeoverPending: false, emailConfirmed: true });
  });

  test('requests of the registrant that were admitted before leave nothing behind', async () => {
    const [registrant, host] = [await registerOnly(service()), await registerConfirmed(service())];
    const foreign = await invited(service(), host, { email: registrant.email, role: 'admin' });
    const actor = await actorOf(registrant);
    const late: Record<string, () => Promise<unknown>> = {
      'an API key': () => createApiToken(actor, { name: 'k', scopes: ['invoice.view'], expireAt: null }, commitPlainly),
      'an invitation': async () => {
        const form = { email: newEmail(), role: 'admin' as const, allowedCompanies: [] };
        const organization = await readOrganization(actor.membership?.organizationId ?? '');
        return invite(actor, { form, organization, userId: undefined, companies: [] }, commitPlainly);
      },
      'a second factor': () => setUpTotp(actor, undefined, commitPlainly),
      'a link': () =>
        createLink(actor.account, { organizationId: actor.membership?.organizationId ?? '', companyId: null }, commitPlainly),
      'a licence key': () => createLicenseKey(actor, { instanceName: null }, commitPlainly),
      'a membership': async () => acceptInvitation(actor, foreign.token, await findInvited(foreign.token), commitPlainly),
    };
    const { result } = await resetWith(registrant, async () => {
      for (const [name, run] of Object.entries(late)) await expect(run(), name).rejects.toMatchObject({ status: 401 });
    });
    await result;
    for (const [name, run] of Object.entries(late)) await expect(run(), name).rejects.toMatchObject({ status: 401 });
    const { body } = await call('POST', '/api/auth', undefined, { email: registrant.email, password: NEW });
    const mine = String(body['token']);
    expect(await membersOf(service(), { token: mine })).toHaveLength(1);
    expect((await call('GET', '/api/v1/invitations', mine)).body).toEqual([]);
    expect((await call('GET', '/api/v1/taxauth/token-links', mine)).body).toEqual([]);
  });

  test('a member who comes in between the clearing and its end is removed as well', async () => {
    const registrant = await registerOnly(service());
    const accomplice = await registerOnly(service());
    const organizationId = await organizationOf(registrant);
    const { result } = await resetWith(registrant, async () => {
      await transact([changePeople(await readOrganization(organizationId), { active: 1, owners: 0 })]);
      await joinOrganization(accomplice.userId, registrant.userId, 'admin');
    });
    await result;
    expect((await readAccount(accomplice.userId)).memberships.map(one => one.organizationId)).not.toContain(organizationId);
    expect(peopleOf(await readOrganization(organizationId))).toMatchObject({ active: 1, owners: 1 });
  });

  test('of 6 simultaneous resets with one token exactly one counts', async () => {
    const { email } = await registerOnly(service());
    const token = await resetToken(service(), email);
    const passwords = Array.from({ length: 6 }, (_, place) => `Simultaneous-${place}-Horse`);
    const answers = await Promise.all(
      passwords.map(password => call('POST', '/api/auth/reset-password', undefined, { token, password })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)];
    expect((await call('POST', '/api/auth', undefined, { email, password: winner })).status).toBe(200);
  });
});

test('a takeover voids more of everything than one transaction takes', async () => {
  const registrant = await registerOnly(service());
  const actor = await actorOf(registrant);
  const organizationId = await organizationOf(registrant);
  const organization = await readOrganization(organizationId);
  const many = Array.from({ length: 120 }, (_, place) => place);
  // The items that the use cases write, in as few transactions as hold them.
  const items: Write[] = [];
  const collect = <R>(writes: Write[], result: R): Promise<R> => {
    items.push(...writes.filter(({ operation }) => operation.Put && !String(operation.Put.Item?.['sk']).startsWith('MAIL#')));
    return Promise.resolve(result);
  };
  const keys = await Promise.all(
    many.map(() => createApiToken(actor, { name: 'key', scopes: ['invoice.view'], expireAt: null }, collect)),
  );
  for (const place of many) {
    const form = { email: `p${place}-${newEmail()}`, role: 'admin' as const, allowedCompanies: [] };
    await invite(actor, { form, organization, userId: undefined, companies: [] }, collect);
    const member: Membership = { ...(actor.membership as Membership), id: randomUUID(), userId: randomUUID(), role: 'admin' };
    items.push(put(membershipItem(member)));
  }
  for (let from = 0; from < items.length; from += 100) await transact(items.slice(from, from + 100));
  await transact([changePeople(organization, { active: many.length, owners: 0 })]);
  const mine = await WAYS['a password reset'](registrant.email);
  expect(await membersOf(service(), { token: mine })).toHaveLength(1);
  expect((await call('GET', '/api/v1/invitations', mine)).body).toEqual([]);
  for (const { key } of keys.slice(0, 3).concat(keys.slice(-3)))
    expect(await call('GET', '/api/v1/me', key)).toMatchObject(UNAUTHORIZED);
  expect(peopleOf(await readOrganization(organizationId))).toMatchObject({ active: 1, owners: 1 });
});

test('a reset of a confirmed account leaves API keys, passkeys, second factor, members and companies', async () => {
  const owner = await registerConfirmed(service());
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
