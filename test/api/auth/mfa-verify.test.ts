import { describe, expect, test } from 'vitest';
import { challengeOf, codeOf, registerGuarded, wrongCode } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { UNAUTHORIZED, authCalls } from './mfa-calls.ts';
import { PASSWORD } from '../../support/accounts.ts';

const service = useOwnService({ machines: [] });
const { somebody, verify, me, nextStep, guarded, unusedCodes } = authCalls(service);
const TOKENS = { token: expect.stringMatching(/^eyJ/) as string, refresh_token: expect.any(String) as string };

describe('POST /api/auth with a second factor', () => {
  test('200 with the challenge in place of tokens; the login is not recorded', async () => {
    const { email, token } = await registerGuarded(service());
    const answer = await service().api('POST', '/api/auth', { body: { email, password: PASSWORD } });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      mfa_required: true,
      mfa_token: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      mfa_methods: ['totp', 'backup_code'],
    });
    expect((await me(token)).body).toMatchObject({ mfaEnabled: true, lastConnectedAt: null });
  });

  test('401 for a wrong password: the second factor is not revealed without the password', async () => {
    const body = { email: somebody.email, password: 'wrong' };
    expect(await service().api('POST', '/api/auth', { body })).toMatchObject(UNAUTHORIZED);
  });
});

describe('POST /api/auth/mfa/verify', () => {
  test('200 with tokens that work for a code, totp by default or by name; the login is recorded; refresh requires no code', async () => {
    await nextStep();
    const { email, secret } = somebody;
    for (const type of [{}, { type: 'totp' }]) {
      const mfaToken = await challengeOf(service(), email);
      const answer = await verify({ mfaToken, code: codeOf(secret), ...type });
      expect(answer).toMatchObject({ status: 200, body: TOKENS });
      const { token, refresh_token } = answer.body as { token: string; refresh_token: string };
      expect((await me(token)).body).toMatchObject({ email, lastConnectedAt: expect.any(String) as string });
      expect((await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token } })).status).toBe(200);
      await nextStep();
    }
  });

  test('200 for a backup code as backup and as backup_code, once, in any case and without its dash', async () => {
    const { email, backupCodes, token } = await guarded();
    for (const [place, type] of ['backup', 'backup_code'].entries()) {
      const code = backupCodes[place]?.toUpperCase().replace('-', '') ?? '';
      expect((await verify({ mfaToken: await challengeOf(service(), email), code, type })).status).toBe(200);
      expect(await unusedCodes(token)).toBe(9 - place);
      expect(await verify({ mfaToken: await challengeOf(service(), email), code, type })).toMatchObject(UNAUTHORIZED);
    }
  });

  test('400 without a code', async () => {
    expect(await verify({ mfaToken: 'a'.repeat(64) })).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test.each(['x', 'a'.repeat(64), '0'.repeat(64), 'A'.repeat(64)])('401 for the unknown challenge %s', async mfaToken => {
    expect(await verify({ mfaToken, code: '123456' })).toMatchObject(UNAUTHORIZED);
  });

  test("401 for another person's code", async () => {
    const other = await guarded();
    const mfaToken = await challengeOf(service(), somebody.email);
    expect(await verify({ mfaToken, code: codeOf(other.secret) })).toMatchObject(UNAUTHORIZED);
    expect(await verify({ mfaToken, code: other.backupCodes[0], type: 'backup' })).toMatchObject(UNAUTHORIZED);
  });

  test('an accepted step is not accepted again: neither the code that enabled the factor nor one that signed in', async () => {
    const { email, secret } = await registerGuarded(service());
    expect(await verify({ mfaToken: await challengeOf(service(), email), code: codeOf(secret) })).toMatchObject(UNAUTHORIZED);
    await nextStep();
    const code = codeOf(secret);
    expect((await verify({ mfaToken: await challengeOf(service(), email), code })).status).toBe(200);
    expect(await verify({ mfaToken: await challengeOf(service(), email), code })).toMatchObject(UNAUTHORIZED);
    await nextStep();
    expect(await verify({ mfaToken: await challengeOf(service(), email), code })).toMatchObject(UNAUTHORIZED);
    expect((await verify({ mfaToken: await challengeOf(service(), email), code: codeOf(secret) })).status).toBe(200);
  });

  test('a challenge is single use', async () => {
    await nextStep();
    const { email, secret, backupCodes } = somebody;
    const mfaToken = await challengeOf(service(), email);
    expect((await verify({ mfaToken, code: codeOf(secret) })).status).toBe(200);
    expect(await verify({ mfaToken, code: backupCodes[0], type: 'backup' })).toMatchObject(UNAUTHORIZED);
  });

  test('401 after 5 minutes', async () => {
    await nextStep();
    const { email, secret } = somebody;
    const [early, late] = [await challengeOf(service(), email), await challengeOf(service(), email)];
    await service().advance('PT4M59S');
    expect((await verify({ mfaToken: early, code: codeOf(secret) })).status).toBe(200);
    await service().advance('PT31S');
    expect(await verify({ mfaToken: late, code: codeOf(secret) })).toMatchObject(UNAUTHORIZED);
  });

  test('429 from the sixth code on after 5 wrong ones, also for the right code; 401 once the challenge expires', async () => {
    await nextStep();
    const { email, secret } = somebody;
    const mfaToken = await challengeOf(service(), email);
    for (let tries = 0; tries < 5; tries++) {
      expect(await verify({ mfaToken, code: wrongCode(secret) })).toMatchObject(UNAUTHORIZED);
    }
    const limited = await verify({ mfaToken, code: codeOf(secret) });
    expect(limited).toMatchObject({ status: 429, body: { error: expect.any(String) as string } });
    expect(Number(limited.headers.get('retry-after'))).toBe(300);
    await service().advance('PT5M');
    expect(await verify({ mfaToken, code: codeOf(secret) })).toMatchObject(UNAUTHORIZED);
    const next = await challengeOf(service(), email);
    expect((await verify({ mfaToken: next, code: codeOf(secret) })).status).toBe(200);
  });
});
