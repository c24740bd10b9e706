import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, PASSWORD, registerReady, resetToken } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { afterTries, attemptCalls, LIMIT_REACHED, statuses } from './attempt-calls.ts';

/** Limits per account: attackers who guess from many addresses reach these. They apply whatever `RATE_LIMITS` says. */
const service = useOwnService({ machines: [], rateLimits: false });
beforeAll(() => void service().runtime.clock.freeze(true));
const { call, post, login } = attemptCalls(service);

describe('passwords of one account, from many addresses', () => {
  test('when a stranger uses them up, the account is open from addresses where its owner has logged in, and closed to others', async () => {
    const { email } = await registerReady(service());
    const from = (address: string) => call('/api/auth', address, { email, password: PASSWORD });
    expect((await from('192.0.2.81')).status).toBe(200);
    await afterTries(service(), 'password', email, 50);
    expect((await from('192.0.2.81')).status).toBe(200);
    expect(await from('192.0.2.82')).toMatchObject(LIMIT_REACHED);
  });

  test('a success starts the count again, and so does a new password by mail', async () => {
    const { email } = await registerReady(service());
    await afterTries(service(), 'password', email, 49);
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect(await statuses(3, () => login(email, 'wrong'))).toEqual({ 401: 3 });
    await afterTries(service(), 'password', email, 50);
    expect(await login(email, PASSWORD)).toMatchObject(LIMIT_REACHED);
    const password = 'Another-Correct-Horse-9';
    const token = await resetToken(service(), email);
    expect((await post('/api/auth/reset-password', { token, password })).status).toBe(200);
    expect((await login(email, password)).status).toBe(200);
  });

  test('50 an hour without success are checked, and then not even the right one; an unknown email is limited alike', async () => {
    const { email } = await registerReady(service());
    for (const address of [email, newEmail()]) {
      await afterTries(service(), 'password', address, 44);
      expect(await statuses(12, () => login(address, 'wrong'))).toEqual({ 401: 6, 429: 6 });
      const limited = await login(address, PASSWORD);
      expect(limited).toMatchObject(LIMIT_REACHED);
      expect(limited.headers.get('retry-after')).toBe('3600');
    }
    await service().advance('PT1H');
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test('are forgotten when the local clock is set back to before they were made', async () => {
    const { email } = await registerReady(service());
    await service().advance('P2D');
    await afterTries(service(), 'password', email, 50);
    expect(await login(email, PASSWORD)).toMatchObject(LIMIT_REACHED);
    await service().api('POST', '/_local/clock', { body: { reset: true } });
    expect((await login(email, PASSWORD)).status).toBe(200);
  });
});
