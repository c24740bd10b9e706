import { beforeAll, describe, expect, test } from 'vitest';
import { claimedBy } from '#shared/platform/access/access-token.ts';
import { PASSWORD, registerReady } from '../../support/accounts.ts';
import { codeOf, registerGuarded, wrongCode } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { afterTries, attemptCalls, LIMIT_REACHED, statuses } from './attempt-calls.ts';

/** Limits per account: attackers who guess from many addresses reach these. They apply whatever `RATE_LIMITS` says. */
const service = useOwnService({ machines: [], rateLimits: false });
beforeAll(() => void service().runtime.clock.freeze(true));
const { post, login } = attemptCalls(service);

describe('passwords of one account, from many addresses', () => {
  test('inside a session, too: the holder of a stolen session cannot try passwords there', async () => {
    const { email, token } = await registerReady(service());
    const disable = (password: string) => post('/api/v1/me/mfa/totp/disable', { password }, token);
    await afterTries(service(), 'password', claimedBy(token)?.sid ?? '', 47);
    expect(await statuses(6, () => disable('wrong'))).toEqual({ 422: 3, 429: 3 });
    const change = { password: 'Another-Correct-Horse-9', currentPassword: PASSWORD };
    expect(await service().api('PATCH', '/api/v1/me', { token, body: change })).toMatchObject(LIMIT_REACHED);
    // Counted separately: logins are not blocked by it.
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test('failed logins block nobody inside a session', async () => {
    const { email, token } = await registerReady(service());
    await afterTries(service(), 'password', email, 50);
    expect(await login(email, PASSWORD)).toMatchObject(LIMIT_REACHED);
    const disable = (password: string) => post('/api/v1/me/mfa/totp/disable', { password }, token);
    expect((await disable('wrong')).status).toBe(422);
    expect((await disable(PASSWORD)).status).toBe(200);
    const change = { password: 'Another-Correct-Horse-9', currentPassword: PASSWORD };
    expect((await service().api('PATCH', '/api/v1/me', { token, body: change })).status).toBe(200);
  });
});

describe('codes of one account, over many challenges', () => {
  test('30 a day without success are checked, and then not even the right one', async () => {
    const { email, userId, secret } = await registerGuarded(service());
    const challenge = async (): Promise<string> => ((await login(email, PASSWORD)).body as { mfa_token: string }).mfa_token;
    const verify = (mfaToken: string, code: string) => post('/api/auth/mfa/verify', { mfaToken, code });
    await afterTries(service(), 'code', userId, 20);
    for (const _ of [1, 2]) {
      const mfaToken = await challenge();
      expect(await statuses(5, () => verify(mfaToken, wrongCode(secret)))).toEqual({ 401: 5 });
      // Codes that the challenge does not accept any more do not count for the account.
      expect(await verify(mfaToken, wrongCode(secret))).toMatchObject(LIMIT_REACHED);
    }
    await service().advance('PT1M');
    const limited = await verify(await challenge(), codeOf(secret));
    expect(limited).toMatchObject(LIMIT_REACHED);
    expect(Number(limited.headers.get('retry-after'))).toBe(86_400 - 60);
    await service().advance('P1D');
    expect((await verify(await challenge(), codeOf(secret))).status).toBe(200);
    await afterTries(service(), 'code', userId, 29);
    await service().advance('PT30S');
    expect((await verify(await challenge(), codeOf(secret))).status).toBe(200);
    expect((await verify(await challenge(), wrongCode(secret))).status).toBe(401);
  });
});
