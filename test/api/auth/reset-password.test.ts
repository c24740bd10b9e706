import { describe, expect, test } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import {
  changeAccount,
  everythingAtRest,
  newEmail,
  registerReady,
  registerOnly,
  resetMail as mailTo,
  PASSWORD,
} from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { mailedCalls, NEW, UNAUTHORIZED } from './mailed-calls.ts';
import { readAccount } from '#shared/platform/access/records.ts';
import { assert, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { invited } from '../../support/organization.ts';

const service = useService();
const { post, resetToken, login } = mailedCalls(service);
const resetMail = (email: string) => mailTo(service(), email);

describe('POST /api/auth/forgot-password', () => {
  test('200 with the same response for everybody; a mail only for an active account with a password', async () => {
    const people = await Promise.all([registerReady(service()), registerReady(service()), registerReady(service())]);
    const [active, inactive, passwordless] = people;
    await changeAccount(inactive.userId, { active: false });
    await changeAccount(passwordless.userId, { passwordHash: null });
    const nobody = newEmail();
    const emails = [active.email.toUpperCase(), inactive.email, passwordless.email, nobody];
    const answers = [];
    for (const email of emails) answers.push(await post('/forgot-password', { email }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ message: expect.any(String) as string })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await resetMail(active.email)).toBeDefined();
    for (const email of [inactive.email, passwordless.email, nobody]) expect(await resetMail(email)).toBeUndefined();
  });

  test('the mail: a link to {app_url}/reset-password in both parts, in the language of the account', async () => {
    const { email } = await registerOnly(service(), { locale: 'en' });
    const token = await resetToken(email);
    const mail = await resetMail(email);
    const link = `${process.env['APP_URL']}/reset-password#token=${token}`;
    expect(mail).toMatchObject({ subject: 'Choose a new password', to: [email] });
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(link);
    const { email: romanian } = await registerOnly(service());
    await resetToken(romanian);
    expect(await resetMail(romanian)).toMatchObject({ subject: 'Alegeți o parolă nouă' });
  });

  test('400 for an invalid address', async () => {
    expect(await post('/forgot-password', { email: 'not an address' })).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    });
  });

  test('at most 3 mails an hour to one address; the response does not say so', async () => {
    const { email } = await registerReady(service());
    for (let asked = 0; asked < 5; asked++) expect((await post('/forgot-password', { email })).status).toBe(200);
    await service().idle();
    const mails = (await service().mailbox(email)).filter(mail => mail.text?.includes('/reset-password'));
    expect(mails).toHaveLength(3);
  });

  test('only the hash of the token is stored', async () => {
    const { email } = await registerReady(service());
    const token = await resetToken(email);
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(token));
    expect(stored).not.toContain(token);
  });
});

describe('POST /api/auth/reset-password', () => {
  test('200: the new password logs in, the old one does not; a notice is mailed', async () => {
    const { email } = await registerReady(service());
    const token = await resetToken(email);
    expect(await post('/reset-password', { token, password: NEW })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) as string },
    });
    expect((await login(email, NEW)).status).toBe(200);
    expect((await login(email, PASSWORD)).status).toBe(401);
    await service().idle();
    expect((await service().mailbox(email))[0]).toMatchObject({ subject: 'Parola a fost schimbată', to: [email] });
  });

  test('every login ends at once: access and refresh tokens return 401; API keys stay valid', async () => {
    const { api } = service();
    const { email, token, refreshToken } = await registerReady(service());
    const made = await api('POST', '/api/v1/api-tokens', { token, body: { name: 'key', scopes: ['invoice.view'] } });
    const { token: key } = made.body as { token: string };
    const second = (await login(email, PASSWORD)).body as { token: string; refresh_token: string };
    expect((await post('/reset-password', { token: await resetToken(email), password: NEW })).status).toBe(200);
    for (const access of [token, second.token])
      expect(await api('GET', '/api/v1/me', { token: access })).toMatchObject(UNAUTHORIZED);
    for (const refresh_token of [refreshToken, second.refresh_token])
      expect(await post('/token/refresh', { refresh_token })).toMatchObject(UNAUTHORIZED);
    expect((await api('GET', '/api/v1/me', { token: key })).status).toBe(200);
  });

  test('the email address counts as confirmed, because the token was sent to it', async () => {
    const { email, userId } = await registerOnly(service());
    expect((await post('/reset-password', { token: await resetToken(email), password: NEW })).status).toBe(200);
    expect((await readAccount(userId)).account).toMatchObject({ emailConfirmed: true });
    expect((await login(email, NEW)).status).toBe(200);
  });

  test('an email that was never confirmed is taken from its registrant, whose access ends', async () => {
    const { api } = service();
    const { email, userId, token, refreshToken } = await registerOnly(service());
    const { key: passkey } = await newPasskey(service(), token);
    const made = await api('POST', '/api/v1/api-tokens', { token, body: { name: 'key', scopes: ['invoice.view'] } });
    const waiting = await invited(service(), { token }, { email: newEmail(), role: 'admin' });
    // From the time before invitations required a confirmed email.
    await changeAccount(userId, { emailConfirmed: false });
    expect((await post('/reset-password', { token: await resetToken(email), password: NEW })).status).toBe(200);
    for (const old of [token, (made.body as { token: string }).token])
      expect(await api('GET', '/api/v1/me', { token: old })).toMatchObject(UNAUTHORIZED);
    const ways = [
      login(email, PASSWORD),
      post('/token/refresh', { refresh_token: refreshToken }),
      post('/passkey/login', { response: assert(await requestOptions(service()), passkey) }),
    ];
    for (const way of ways) expect(await way).toMatchObject(UNAUTHORIZED);
    expect((await api('GET', `/api/v1/invitations/accept/${waiting.token}`)).status).toBe(404);
    const { token: mine } = (await login(email, NEW)).body as { token: string };
    expect((await api('GET', '/api/v1/api-tokens', { token: mine })).body).toEqual([]);
    expect((await api('GET', '/api/v1/me/passkeys', { token: mine })).body).toEqual([]);
  });

  test('400 without a password', async () => {
    expect(await post('/reset-password', { token: 'x' })).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request', details: { password: [expect.any(String)] } } },
    });
  });

  test('401 for an unknown and for a used token', async () => {
    const { email } = await registerReady(service());
    expect(await post('/reset-password', { token: 'A'.repeat(64), password: NEW })).toMatchObject(UNAUTHORIZED);
    const token = await resetToken(email);
    expect((await post('/reset-password', { token, password: NEW })).status).toBe(200);
    expect(await post('/reset-password', { token, password: PASSWORD })).toMatchObject(UNAUTHORIZED);
  });

  test('422 for an unacceptable password, after which the token is still valid; an invalid token is reported first', async () => {
    const { email } = await registerReady(service());
    const token = await resetToken(email);
    for (const password of ['short', 'password123', email, 'x'.repeat(129)]) {
      expect(await post('/reset-password', { token, password }), password).toMatchObject({
        status: 422,
        body: { error: { code: 'validation_error', details: { password: [expect.any(String)] } } },
      });
    }
    expect(await post('/reset-password', { token: 'x', password: 'short' })).toMatchObject(UNAUTHORIZED);
    expect((await post('/reset-password', { token, password: NEW })).status).toBe(200);
  });
});
