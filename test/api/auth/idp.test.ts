import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { changeAccount, newEmail, PASSWORD, registerReady, registerOnly, userIdOf } from '../../support/accounts.ts';
import { assert, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { registerGuarded } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';
import { idpCalls, someone, UNAUTHORIZED } from './idp-calls.ts';

const service = useService();
const { post, tokenOf, login, me } = idpCalls(service);
const before: Record<string, string | undefined> = {};
const set = (name: 'IDP_ISSUER' | 'IDP_JWKS_URL' | 'REGISTRATION', value: string): void => {
  before[name] ??= process.env[name] ?? '';
  process.env[name] = value;
};
afterEach(() => {
  for (const [name, value] of Object.entries(before)) process.env[name] = value;
  for (const name of Object.keys(before)) delete before[name];
});

const forbidden = (reason: string) => ({ status: 403, body: { error: { code: 'forbidden', details: { reason } } } });
const SIGNED_IN = { token: expect.stringMatching(/^eyJ/) as string, refresh_token: expect.any(String) as string };

describe('POST /api/auth/idp', () => {
  test('200 for a new user: account without password, email confirmed, organization with the owner; a welcome mail is sent', async () => {
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
    const { email, userId } = await registerReady(service());
    const sub = randomUUID();
    const linked = await login({ sub, email: email.toUpperCase() });
    expect(linked).toMatchObject({ status: 200, body: { isNewUser: false } });
    expect((await me(linked))['id']).toBe(userId);
    expect((await me(await login({ sub, email: newEmail() })))['id']).toBe(userId);
    expect((await service().api('POST', '/api/auth', { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('an email that was never confirmed is taken from its registrant, whose access ends', async () => {
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

  test('200 with the challenge where there is a second factor', async () => {
    const { email } = await registerGuarded(service());
    expect((await login({ sub: randomUUID(), email })).body).toEqual({
      mfa_required: true,
      mfa_token: expect.any(String) as string,
      mfa_methods: ['totp', 'backup_code'],
    });
  });

  test.each([{}, { idToken: '' }, { idToken: 5 }, { idToken: 'x', nonce: 5 }])('400 for %o', async body => {
    expect(await post(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test('401 for a token that has expired, is for or by somebody else, or has been used before', async () => {
    const person = someone();
    const good = await tokenOf(person);
    const [header, payload] = good.split('.');
    const [, , signature] = (await tokenOf(someone())).split('.');
    for (const idToken of [
      await tokenOf({ ...person, expired: true }),
      await tokenOf({ ...person, audience: 'somebody-else' }),
      `${header}.${payload}.${signature}`,
    ])
      expect(await post({ idToken })).toMatchObject(UNAUTHORIZED);
    expect((await post({ idToken: good })).status).toBe(200);
    expect(await post({ idToken: good })).toMatchObject(UNAUTHORIZED);
  });

  test('a nonce in the request must be the one in the token', async () => {
    const person = someone();
    const idToken = await tokenOf({ ...person, nonce: 'n-1' });
    expect(await post({ idToken, nonce: 'n-2' })).toMatchObject(UNAUTHORIZED);
    expect((await post({ idToken, nonce: 'n-1' })).status).toBe(200);
    expect(await post({ idToken: await tokenOf(person), nonce: 'n-1' })).toMatchObject(UNAUTHORIZED);
  });

  test('a token that was rejected for another reason is not used up', async () => {
    const person = someone();
    const userId = userIdOf(((await login(person)).body as { token: string }).token);
    await changeAccount(userId, { active: false });
    const idToken = await tokenOf(person);
    expect(await post({ idToken })).toMatchObject(forbidden('account_inactive'));
    await changeAccount(userId, { active: true });
    expect((await post({ idToken })).status).toBe(200);
  });

  test('403 for an email that the provider has not verified: no account is created or linked', async () => {
    const { email } = await registerReady(service());
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

  test('403 for a new user when registration is switched off; known users sign in', async () => {
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
});
