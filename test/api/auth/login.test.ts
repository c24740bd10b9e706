import { afterEach, describe, expect, test } from 'vitest';
import { readAccount } from '#shared/platform/access/records.ts';
import { changeAccount, newEmail, PASSWORD, registerReady, registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { authCalls } from './login-calls.ts';

const service = useService();
const { login, me } = authCalls(service);

afterEach(() => {
  process.env['EMAIL_CONFIRMATION'] = 'required';
});

describe('POST /api/auth', () => {
  test('200: tokens; the email in any case and with outer spaces; the login is recorded', async () => {
    const { userId, email } = await registerReady(service());
    expect((await readAccount(userId)).account?.lastConnectedAt).toBeNull();
    const answer = await login({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^eyJ/) as string,
      refresh_token: expect.any(String) as string,
    });
    const { token } = answer.body as { token: string };
    expect((await me(token)).body).toMatchObject({ email, lastConnectedAt: expect.any(String) as string });
  });

  test('a login never ends other sessions', async () => {
    const { email, token, refreshToken } = await registerReady(service());
    await login({ email, password: PASSWORD });
    expect((await me(token)).status).toBe(200);
    const refreshed = await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token: refreshToken } });
    expect(refreshed.status).toBe(200);
  });

  test('400 without a password', async () => {
    expect(await login({ email: 'a@test.example' })).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test('401 with one and the same body, and the same calls to the table, for an unknown email and a wrong password', async () => {
    const { email } = await registerReady(service());
    const costs: unknown[] = [];
    const answers = [];
    for (const form of [
      { email, password: 'wrong' },
      { email: newEmail(), password: PASSWORD },
    ]) {
      answers.push(await login(form));
      costs.push(
        service()
          .runtime.meter.last(1)[0]
          ?.calls.map(({ service: to, operation }) => `${to} ${operation}`)
          .toSorted(),
      );
    }
    expect(answers.map(answer => answer.status)).toEqual([401, 401]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(costs[0]).toEqual(costs[1]);
  });

  test.each(['not an address', `${'x'.repeat(3000)}@test.example`, 'ăîâșț@test.example'])(
    '401 for the impossible email %s',
    async email => {
      expect((await login({ email, password: PASSWORD })).status).toBe(401);
    },
  );

  test('401 for an account without a password', async () => {
    const { userId, email } = await registerReady(service());
    await changeAccount(userId, { passwordHash: null });
    expect((await login({ email, password: PASSWORD })).status).toBe(401);
  });

  test('403 account_inactive, only with the right password', async () => {
    const { userId, email } = await registerReady(service());
    await changeAccount(userId, { active: false });
    expect((await login({ email, password: 'wrong' })).status).toBe(401);
    expect(await login({ email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', details: { reason: 'account_inactive' } } },
    });
  });

  test('403 email_not_confirmed until the email is confirmed, only with the right password', async () => {
    const { email } = await registerOnly(service());
    expect((await login({ email, password: 'wrong' })).status).toBe(401);
    expect(await login({ email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'email_not_confirmed' } } },
    });
  });

  test('with confirmation optional, an unconfirmed account logs in', async () => {
    process.env['EMAIL_CONFIRMATION'] = 'optional';
    const { email } = await registerOnly(service());
    expect((await login({ email, password: PASSWORD })).status).toBe(200);
  });

  test('a login whose commit response was lost returns tokens that work', async () => {
    const { email } = await registerReady(service());
    service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer', times: 1 });
    const answer = await login({ email, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect((await me((answer.body as { token: string }).token)).status).toBe(200);
  });
});
