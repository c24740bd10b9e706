import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, PASSWORD } from '../../support/accounts.ts';
import { codeOf, registerGuarded } from '../../support/second-factor.ts';
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
