import { describe, expect, test } from 'vitest';
import { changeAccount, PASSWORD } from '../../support/accounts.ts';
import { challengeOf, codeOf, registerGuarded, wrongCode } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { UNAUTHORIZED, authCalls } from './mfa-calls.ts';

const service = useOwnService({ machines: [] });
const { somebody, verify, nextStep, guarded, unusedCodes } = authCalls(service);

describe('POST /api/auth/mfa/verify', () => {
  test('a code is valid one step either way, and no further', async () => {
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

  test.each(['wrong', '12345', '1234567', 'abcd-efgh', '１２３４５６'])('401 for the code %s', async code => {
    const mfaToken = await challengeOf(service(), somebody.email);
    for (const type of ['totp', 'backup']) expect(await verify({ mfaToken, code, type })).toMatchObject(UNAUTHORIZED);
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

  test('of 40 simultaneous wrong codes exactly 5 are checked', async () => {
    const { email, secret } = somebody;
    const mfaToken = await challengeOf(service(), email);
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify({ mfaToken, code: wrongCode(secret) })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  test('codes that a challenge rejects do not count for the daily limit of the account (30 codes)', async () => {
    const { email, secret } = await guarded();
    const mfaToken = await challengeOf(service(), email);
    await Promise.all(Array.from({ length: 40 }, () => verify({ mfaToken, code: wrongCode(secret) })));
    expect((await verify({ mfaToken: await challengeOf(service(), email), code: codeOf(secret) })).status).toBe(200);
  });

  test('a challenge is invalid after a change of password, after the factor is disabled, and once the account is inactive', async () => {
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

describe('POST /api/auth with a second factor', () => {
  test('backup_code is offered only while unused codes remain', async () => {
    const { email, backupCodes, token } = await guarded();
    for (const code of backupCodes) {
      const mfaToken = await challengeOf(service(), email);
      expect((await verify({ mfaToken, code, type: 'backup' })).status).toBe(200);
    }
    expect(await unusedCodes(token)).toBe(0);
    const answer = await service().api('POST', '/api/auth', { body: { email, password: PASSWORD } });
    expect(answer.body).toMatchObject({ mfa_methods: ['totp'] });
  });
});
