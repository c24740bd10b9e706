import { describe, expect, test } from 'vitest';
import { readAccount } from '../../../shared/access/records.ts';
import { sha256 } from '../../../shared/kernel/ids.ts';
import {
  changeAccount,
  everythingAtRest,
  newEmail,
  PASSWORD,
  registerConfirmed,
  registerOnly,
  resetMail as mailTo,
  resetToken as tokenFor,
} from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';

const service = useService({ machines: [] });
const post = (path: string, body: unknown) => service().api('POST', `/api/auth${path}`, { body });
const login = (email: string, password: string) => post('', { email, password });
const NEW = 'Another-Correct-Horse-9';
const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };

const resetMail = (email: string) => mailTo(service(), email);
const resetToken = (email: string) => tokenFor(service(), email);

describe('POST /api/auth/forgot-password', () => {
  test('200 with one and the same answer for everybody; a mail only for an active account with a password', async () => {
    const people = await Promise.all([registerConfirmed(service()), registerConfirmed(service()), registerConfirmed(service())]);
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
    const link = `${process.env['APP_URL']}/reset-password?token=${token}`;
    expect(mail).toMatchObject({ subject: 'Choose a new password', to: [email] });
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(link);
    const { email: romanian } = await registerOnly(service());
    await resetToken(romanian);
    expect(await resetMail(romanian)).toMatchObject({ subject: 'Alegeți o parolă nouă' });
  });

  test.each([{}, { email: 'not an address' }, { email: 5 }, { email: `${'x'.repeat(180)}@test.example` }])(
    '400 for %o: the email is missing or invalid',
    async body => {
      expect(await post('/forgot-password', body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    },
  );

  test('at most 3 mails an hour to one address, silently', async () => {
    const { email } = await registerConfirmed(service());
    for (let asked = 0; asked < 5; asked++) expect((await post('/forgot-password', { email })).status).toBe(200);
    await service().idle();
    const mails = (await service().mailbox(email)).filter(mail => mail.text?.includes('/reset-password'));
    expect(mails).toHaveLength(3);
  });

  test('only the hash of the token is stored', async () => {
    const { email } = await registerConfirmed(service());
    const token = await resetToken(email);
    const stored = await everythingAtRest();
    expect(stored).toContain(sha256(token));
    expect(stored).not.toContain(token);
  });
});

describe('POST /api/auth/reset-password', () => {
  test('200: the new password logs in, the old one does not; a notice is mailed', async () => {
    const { email } = await registerConfirmed(service());
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

  test('every login ends at once: access and refresh tokens answer 401; API keys stay', async () => {
    const { api } = service();
    const { email, token, refreshToken } = await registerConfirmed(service());
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

  test('the email counts as confirmed: the token came by it', async () => {
    const { email, userId } = await registerOnly(service());
    expect((await post('/reset-password', { token: await resetToken(email), password: NEW })).status).toBe(200);
    expect((await readAccount(userId)).account).toMatchObject({ emailConfirmed: true });
    expect((await login(email, NEW)).status).toBe(200);
  });

  test.each([{}, { password: NEW }, { token: 'x' }, { token: 5, password: NEW }, { token: 'x', password: 5 }])(
    '400 for %o: a field is missing or no text',
    async body => {
      expect(await post('/reset-password', body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    },
  );

  test('401 for an unknown, a changed, a used, a replaced and an expired token, and once the account is inactive', async () => {
    const { email, userId } = await registerConfirmed(service());
    const first = await resetToken(email);
    const changed = `${first.slice(0, -2)}${first.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const token of ['x', 'A'.repeat(64), changed])
      expect(await post('/reset-password', { token, password: NEW })).toMatchObject(UNAUTHORIZED);
    const second = await resetToken(email);
    expect(await post('/reset-password', { token: first, password: NEW })).toMatchObject(UNAUTHORIZED);
    expect((await post('/reset-password', { token: second, password: NEW })).status).toBe(200);
    expect(await post('/reset-password', { token: second, password: PASSWORD })).toMatchObject(UNAUTHORIZED);
    const late = await resetToken(email);
    await service().advance('PT1H');
    expect(await post('/reset-password', { token: late, password: PASSWORD })).toMatchObject(UNAUTHORIZED);
    const closed = await resetToken(email);
    await changeAccount(userId, { active: false });
    expect(await post('/reset-password', { token: closed, password: PASSWORD })).toMatchObject(UNAUTHORIZED);
  });

  test('422 for a refused password, which leaves the token good; an invalid token is told first', async () => {
    const { email } = await registerConfirmed(service());
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

  test('of 6 simultaneous resets with one token exactly one counts', async () => {
    const { email } = await registerConfirmed(service());
    const token = await resetToken(email);
    const passwords = Array.from({ length: 6 }, (_, place) => `Simultaneous-${place}-Horse`);
    const answers = await Promise.all(passwords.map(password => post('/reset-password', { token, password })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await login(email, winner)).status).toBe(200);
  });

  test('every answer was as declared', () => {
    expect(service().runtime.violations).toEqual([]);
  });
});
