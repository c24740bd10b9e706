import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, PASSWORD } from '../../support/accounts.ts';
import { challengeOf, codeOf, type Guarded, registerGuarded, wrongCode } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { UNAUTHORIZED, authCalls } from './mfa-calls.ts';

const service = useOwnService({ machines: [] });
const { verify, me, nextStep, guarded, unusedCodes } = authCalls(service);
/** Somebody for tests that change nothing of theirs. */
let somebody: Guarded;
beforeAll(async () => {
  // Codes belong to steps of time: only the tests turn the clock.
  service().runtime.clock.freeze(true);
  somebody = await registerGuarded(service());
});
const TOKENS = { token: expect.stringMatching(/^eyJ/) as string, refresh_token: expect.any(String) as string };

describe('POST /api/auth/mfa/verify', () => {
  test('200 with tokens that work for a code, totp by default or by name; the login is noted; refresh asks for no code', async () => {
    const { email, secret } = await guarded();
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

  test('a code is good one step either way, and no further', async () => {
    const { email, secret } = await registerGuarded(service());
    const answers: [steps: number, status: number][] = [];
    for (const steps of [-2, 2, -1, 1]) {
      await service().advance('PT2M');
      const mfaToken = await challengeOf(service(), email);
      answers.push([steps, (await verify({ mfaToken, code: codeOf(secret, steps) })).status]);
    }
    expect(answers).toEqual([
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ]);
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

  test.each([{ type: 'totp' }, { mfaToken: 'a'.repeat(64) }, { code: '123456' }, { mfaToken: 5, code: '123456' }])(
    '400 for %o: both fields must be text',
    async body => {
      expect(await verify(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    },
  );

  test('400 for an unknown type', async () => {
    expect((await verify({ mfaToken: 'a'.repeat(64), code: '123456', type: 'sms' })).status).toBe(400);
  });

  test.each(['x', 'a'.repeat(64), '0'.repeat(64), 'A'.repeat(64)])('401 for the unknown challenge %s', async mfaToken => {
    expect(await verify({ mfaToken, code: '123456' })).toMatchObject(UNAUTHORIZED);
  });

  test.each(['wrong', '12345', '1234567', 'abcd-efgh', '１２３４５６'])('401 for the code %s', async code => {
    const mfaToken = await challengeOf(service(), somebody.email);
    for (const type of ['totp', 'backup']) expect(await verify({ mfaToken, code, type })).toMatchObject(UNAUTHORIZED);
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
    const { email, secret, backupCodes } = await guarded();
    const mfaToken = await challengeOf(service(), email);
    expect((await verify({ mfaToken, code: codeOf(secret) })).status).toBe(200);
    expect(await verify({ mfaToken, code: backupCodes[0], type: 'backup' })).toMatchObject(UNAUTHORIZED);
  });

  test('of 8 simultaneous answers with one code exactly one signs in, on one challenge or on eight', async () => {
    const { email, secret } = await guarded();
    const one = await challengeOf(service(), email);
    const same = await Promise.all(Array.from({ length: 8 }, () => verify({ mfaToken: one, code: codeOf(secret) })));
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
    await nextStep();
    const many = await Promise.all(Array.from({ length: 8 }, () => challengeOf(service(), email)));
    const each = await Promise.all(many.map(mfaToken => verify({ mfaToken, code: codeOf(secret) })));
    expect(each.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
  });

  test('401 after 5 minutes', async () => {
    const { email, secret } = await guarded();
    const [early, late] = [await challengeOf(service(), email), await challengeOf(service(), email)];
    await service().advance('PT4M59S');
    expect((await verify({ mfaToken: early, code: codeOf(secret) })).status).toBe(200);
    await service().advance('PT31S');
    expect(await verify({ mfaToken: late, code: codeOf(secret) })).toMatchObject(UNAUTHORIZED);
  });

  test('429 from the sixth code on after 5 wrong ones, also for the right code; 401 once its time ends', async () => {
    const { email, secret } = await guarded();
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

  test('of 40 simultaneous wrong codes exactly 5 are looked at', async () => {
    const { email, secret } = somebody;
    const mfaToken = await challengeOf(service(), email);
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify({ mfaToken, code: wrongCode(secret) })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  test('codes that a challenge refuses take nothing of what the account may try in a day (30 codes)', async () => {
    const { email, secret } = await guarded();
    const mfaToken = await challengeOf(service(), email);
    await Promise.all(Array.from({ length: 40 }, () => verify({ mfaToken, code: wrongCode(secret) })));
    expect((await verify({ mfaToken: await challengeOf(service(), email), code: codeOf(secret) })).status).toBe(200);
  });

  test('a challenge is void after a change of password, after the factor is disabled, and once the account is inactive', async () => {
    const { api } = service();
    const changed = await guarded();
    const before = await challengeOf(service(), changed.email);
    const next = { password: 'Another-Correct-Horse-9', currentPassword: PASSWORD };
    expect((await api('PATCH', '/api/v1/me', { token: changed.token, body: next })).status).toBe(200);
    expect(await verify({ mfaToken: before, code: codeOf(changed.secret) })).toMatchObject(UNAUTHORIZED);

    const disabled = await guarded();
    const open = await challengeOf(service(), disabled.email);
    const off = { token: disabled.token, body: { password: PASSWORD } };
    expect((await api('POST', '/api/v1/me/mfa/totp/disable', off)).status).toBe(200);
    expect(await verify({ mfaToken: open, code: codeOf(disabled.secret) })).toMatchObject(UNAUTHORIZED);

    const inactive = await guarded();
    const late = await challengeOf(service(), inactive.email);
    await changeAccount(inactive.userId, { active: false });
    expect(await verify({ mfaToken: late, code: codeOf(inactive.secret) })).toMatchObject(UNAUTHORIZED);
  });
});
