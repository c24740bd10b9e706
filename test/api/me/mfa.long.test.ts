import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, PASSWORD, registerReady } from '../../support/accounts.ts';
import { codeOf, registerGuarded, setUp } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { meCalls } from './mfa-calls.ts';

const service = useOwnService();
const { post, nextStep } = meCalls(service);
beforeAll(() => void service().runtime.clock.freeze(true));

describe('a person without a password', () => {
  test('can use a code in place of the password; it is accepted once', async () => {
    const { userId, token, secret } = await registerGuarded(service());
    await changeAccount(userId, { passwordHash: null });
    expect((await post('backup-codes/regenerate', token, { code: codeOf(secret) })).status).toBe(422);
    await nextStep();
    const code = codeOf(secret);
    expect((await post('backup-codes/regenerate', token, { password: PASSWORD })).status).toBe(422);
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('backup-codes/regenerate', token, { code })));
    expect(answers.map(one => one.status).toSorted()).toEqual([200, 422, 422, 422]);
    expect((await post('totp/disable', token, { code })).status).toBe(422);
    await nextStep();
    expect((await post('totp/disable', token, { code: codeOf(secret) })).status).toBe(200);
    // Nothing is left as a proof.
    expect((await post('totp/disable', token, {})).status).toBe(200);
  });
});

describe('POST /api/v1/me/mfa/totp/enable', () => {
  test('409 once enabled; of 6 simultaneous calls one enables', async () => {
    const { token } = await registerReady(service());
    const secret = await setUp(service(), token);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('totp/enable', token, { code: codeOf(secret) })));
    expect(answers.map(one => one.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    await nextStep();
    expect((await post('totp/enable', token, { code: codeOf(secret) })).status).toBe(409);
  });
});
