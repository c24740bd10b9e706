import { describe, expect, test } from 'vitest';
import { readAccount } from '../../../shared/access/records.ts';
import { changeAccount, PASSWORD, registerConfirmed, registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './password-calls.ts';

const service = useOwnService({ machines: [] });
const { post, resetToken } = authCalls(service);
const login = (email: string, password: string) => post('', { email, password });
const NEW = 'Another-Correct-Horse-9';
const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };

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

  test('the email address counts as confirmed, because the token was sent to it', async () => {
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

  test('422 for an unacceptable password, after which the token is still valid; an invalid token is reported first', async () => {
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
});
