import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import type { idTokenRequest } from '../../../infra/local/idp.ts';
import { readAccount } from '../../../shared/access/records.ts';
import { epochSeconds } from '../../../shared/kernel/clock.ts';
import type * as z from 'zod';
import { changeAccount, newEmail, PASSWORD, registerConfirmed, registerOnly, userIdOf } from '../../support/accounts.ts';
import { assert, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { codeOf, registerGuarded } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [] });
const before: Record<string, string | undefined> = {};
const set = (name: 'IDP_ISSUER' | 'IDP_JWKS_URL' | 'REGISTRATION', value: string): void => {
  before[name] ??= process.env[name] ?? '';
  process.env[name] = value;
};
afterEach(() => {
  for (const [name, value] of Object.entries(before)) process.env[name] = value;
  for (const name of Object.keys(before)) delete before[name];
});

const post = (body: unknown, headers: Record<string, string> = {}) => service().api('POST', '/api/auth/idp', { body, headers });
const tokenOf = (request: z.input<typeof idTokenRequest>): Promise<string> => service().runtime.idp.token(request);
const someone = () => ({ sub: randomUUID(), email: newEmail() });
const login = async (request: z.input<typeof idTokenRequest>) => post({ idToken: await tokenOf(request) });
const me = async (answer: { body: unknown }) =>
  (await service().api('GET', '/api/v1/me', { token: (answer.body as { token: string }).token })).body as Record<string, unknown>;
const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };
const forbidden = (reason: string) => ({ status: 403, body: { error: { code: 'forbidden', details: { reason } } } });
const SIGNED_IN = { token: expect.stringMatching(/^eyJ/) as string, refresh_token: expect.any(String) as string };

describe('POST /api/auth/idp', () => {
  test('200 for a new user: account without password, email confirmed, organization with the owner; a welcome is mailed', async () => {
    const person = { ...someone(), name: 'Ana Popescu' };
    const answer = await post({ idToken: await tokenOf(person) }, { 'accept-language': 'en' });
    expect(answer).toMatchObject({ status: 200, body: { ...SIGNED_IN, isNewUser: true } });
    expect(await me(answer)).toMatchObject({
      email: person.email,
      fullName: 'Ana Popescu',
      locale: 'en',
      emailConfirmed: true,
      hasPassword: false,
      mfaEnabled: false,
      currentRole: 'owner',
      organization: { name: 'Ana Popescu' },
      lastConnectedAt: expect.any(String) as string,
    });
    await service().idle();
    expect((await service().mailbox(person.email)).map(mail => mail.subject)).toEqual(['Welcome']);
  });

  test('200 again: the same account, found by issuer and subject also under another email', async () => {
    const person = someone();
    const first = await login(person);
    const again = await login({ ...person, email: newEmail() });
    expect(again).toMatchObject({ status: 200, body: { ...SIGNED_IN, isNewUser: false } });
    expect((await me(again))['id']).toBe((await me(first))['id']);
    expect((await me(again))['email']).toBe(person.email);
  });

  test('200 by the email of an account, in any case, which links the identity; its password stays', async () => {
    const { email, userId } = await registerConfirmed(service());
    const sub = randomUUID();
    const linked = await login({ sub, email: email.toUpperCase() });
    expect(linked).toMatchObject({ status: 200, body: { isNewUser: false } });
    expect((await me(linked))['id']).toBe(userId);
    expect((await me(await login({ sub, email: newEmail() })))['id']).toBe(userId);
    expect((await service().api('POST', '/api/auth', { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('an email that was never confirmed is taken from who registered it: their ways in are over', async () => {
    const { api } = service();
    const { email, userId, token, refreshToken } = await registerOnly(service());
    const { key: passkey } = await newPasskey(service(), token);
    const made = await api('POST', '/api/v1/api-tokens', { token, body: { name: 'key', scopes: ['invoice.view'] } });
    const answer = await login({ sub: randomUUID(), email });
    expect(answer).toMatchObject({ status: 200, body: { isNewUser: false } });
    expect(await me(answer)).toMatchObject({ id: userId, emailConfirmed: true, hasPassword: false });
    for (const old of [token, (made.body as { token: string }).token])
      expect(await api('GET', '/api/v1/me', { token: old })).toMatchObject(UNAUTHORIZED);
    const ways = [
      api('POST', '/api/auth', { body: { email, password: PASSWORD } }),
      api('POST', '/api/auth/token/refresh', { body: { refresh_token: refreshToken } }),
      api('POST', '/api/auth/passkey/login', { body: { response: assert(await requestOptions(service()), passkey) } }),
    ];
    for (const way of ways) expect(await way).toMatchObject(UNAUTHORIZED);
  });

  test('200 with the challenge where there is a second factor, also at the login that links', async () => {
    const { email, secret } = await registerGuarded(service());
    await service().advance('PT30S');
    const sub = randomUUID();
    for (const _ of [1, 2]) {
      const answer = await login({ sub, email });
      expect(answer.body).toEqual({
        mfa_required: true,
        mfa_token: expect.any(String) as string,
        mfa_methods: ['totp', 'backup_code'],
      });
      const body = { mfaToken: (answer.body as { mfa_token: string }).mfa_token, code: codeOf(secret) };
      expect((await service().api('POST', '/api/auth/mfa/verify', { body })).status).toBe(200);
      await service().advance('PT30S');
    }
  });

  test.each([{}, { idToken: '' }, { idToken: 5 }, { idToken: 'x', nonce: 5 }])('400 for %o', async body => {
    expect(await post(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test('401 for a token whose signature, audience, issuer, time or kind is wrong', async () => {
    const person = someone();
    const good = await tokenOf(person);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const claims = { email: person.email, email_verified: true };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const forged = (key: Parameters<SignJWT['sign']>[0], alg: string, by = kid) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, kid: by })
        .setSubject(person.sub)
        .setIssuer(service().runtime.idp.issuer)
        .setAudience(service().runtime.idp.audience)
        .setIssuedAt(epochSeconds())
        .setExpirationTime(epochSeconds() + 600)
        .sign(key);
    const changed = Buffer.from(signature, 'base64url');
    changed[7] = (changed[7] ?? 0) ^ 1;
    const tokens: Record<string, string> = {
      'no token': 'x',
      'three parts of nothing': 'a.b.c',
      'an expired token': await tokenOf({ ...person, expired: true }),
      'another audience': await tokenOf({ ...person, audience: 'somebody-else' }),
      'another issuer': await tokenOf({ ...person, issuer: 'https://idp.example' }),
      'a changed signature': `${header}.${payload}.${changed.toString('base64url')}`,
      'changed claims': `${header}.${encode({ ...claims, sub: 'other' })}.${signature}`,
      'algorithm none': `${encode({ alg: 'none' })}.${payload}.`,
      'a foreign key under the known name': await forged(privateKey, 'RS256'),
      'a foreign key under a name of its own': await forged(privateKey, 'RS256', 'other'),
      'a shared secret': await forged(new TextEncoder().encode('x'.repeat(32)), 'HS256'),
      'a nonce that the request does not name': await tokenOf({ ...person, nonce: 'n-1' }),
    };
    const bodies = new Set<string>();
    for (const [what, idToken] of Object.entries(tokens)) {
      const answer = await post({ idToken });
      expect(answer, what).toMatchObject(UNAUTHORIZED);
      bodies.add(JSON.stringify(answer.body));
    }
    expect(bodies.size).toBe(1);
    expect((await post({ idToken: good })).status).toBe(200);
  });

  test('a nonce in the request must be the one in the token', async () => {
    const person = someone();
    const idToken = await tokenOf({ ...person, nonce: 'n-1' });
    expect(await post({ idToken, nonce: 'n-2' })).toMatchObject(UNAUTHORIZED);
    expect((await post({ idToken, nonce: 'n-1' })).status).toBe(200);
    expect(await post({ idToken: await tokenOf(person), nonce: 'n-1' })).toMatchObject(UNAUTHORIZED);
  });

  test('a token signs in once, also of 6 at once; 401 from then on until it expires', async () => {
    const person = someone();
    for (const _ of ['makes the account', 'finds it']) {
      const idToken = await tokenOf(person);
      const answers = await Promise.all(Array.from({ length: 6 }, () => post({ idToken })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
      expect(await post({ idToken })).toMatchObject(UNAUTHORIZED);
      // The same claims under another spelling of the signature's bytes.
      expect(await post({ idToken: `${idToken}=` })).toMatchObject(UNAUTHORIZED);
    }
    expect((await login(person)).status).toBe(200);
  });

  test('a token that was refused for another reason is not used up', async () => {
    const person = someone();
    const userId = userIdOf(((await login(person)).body as { token: string }).token);
    await changeAccount(userId, { active: false });
    const idToken = await tokenOf(person);
    expect(await post({ idToken })).toMatchObject(forbidden('account_inactive'));
    await changeAccount(userId, { active: true });
    expect((await post({ idToken })).status).toBe(200);
  });

  test('403 for an email that the provider has not verified: neither a new account nor a link', async () => {
    const { email } = await registerConfirmed(service());
    for (const person of [someone(), { sub: randomUUID(), email }])
      expect(await login({ ...person, emailVerified: false })).toMatchObject(forbidden('idp_email_not_verified'));
  });

  test('403 for an inactive account, by its link and by its email', async () => {
    const person = someone();
    const userId = userIdOf(((await login(person)).body as { token: string }).token);
    await changeAccount(userId, { active: false });
    expect(await login(person)).toMatchObject(forbidden('account_inactive'));
    expect(await login({ ...person, sub: randomUUID() })).toMatchObject(forbidden('account_inactive'));
  });

  test('403 for a new user when registration is switched off; who is known signs in', async () => {
    const person = someone();
    expect((await login(person)).status).toBe(200);
    set('REGISTRATION', 'off');
    expect(await login(someone())).toMatchObject(forbidden('registration_off'));
    expect((await login(person)).status).toBe(200);
  });

  test('503 without a provider, and while its keys cannot be fetched', async () => {
    const idToken = await tokenOf(someone());
    set('IDP_JWKS_URL', 'http://127.0.0.1:9/keys');
    expect(await post({ idToken })).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
    set('IDP_ISSUER', '');
    expect(await post({ idToken })).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
  });

  test('of 6 simultaneous first logins one makes the account, and all sign in to it', async () => {
    const person = someone();
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.filter(({ body }) => (body as { isNewUser: boolean }).isNewUser)).toHaveLength(1);
    expect(new Set(await Promise.all(answers.map(async answer => (await me(answer))['id']))).size).toBe(1);
  });

  test('an account that was deleted is not found by its link: a new one is made', async () => {
    const person = someone();
    const first = await login(person);
    const { token } = first.body as { token: string };
    expect((await service().api('DELETE', '/api/v1/me', { token, body: {} })).status).toBe(204);
    const next = await login(person);
    expect(next).toMatchObject({ status: 200, body: { isNewUser: true } });
    expect((await readAccount(userIdOf(token))).account).toMatchObject({ active: false });
  });
});
