import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, everythingAtRest, PASSWORD, registerConfirmed } from '../../support/accounts.ts';
import { codeOf, type Guarded, registerGuarded } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { meCalls } from './mfa-calls.ts';

const service = useOwnService();
const { post, nextStep } = meCalls(service);
/** Somebody for tests that change nothing of theirs. */
let somebody: Guarded;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  somebody = await registerGuarded(service());
});

describe('a person without a password', () => {
  test('proves themselves by a code in place of the password; it counts once', async () => {
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
    // Nothing is left to be proven.
    expect((await post('totp/disable', token, {})).status).toBe(200);
  });
});

describe('what lies at rest', () => {
  test('neither the secret nor a backup code can be read from the table', async () => {
    const { secret, backupCodes } = somebody;
    const stored = await everythingAtRest();
    expect(stored).not.toContain(secret);
    for (const code of backupCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replace('-', ''));
    }
  });

  test('a set-up and an enabling that were repeated under an Idempotency-Key give the first answer', async () => {
    const { token } = await registerConfirmed(service());
    const call = (path: string, body: unknown) =>
      service().api('POST', `/api/v1/me/mfa/totp/${path}`, { token, body, headers: { 'idempotency-key': `the ${path}` } });
    const { secret } = (await call('setup', {})).body as { secret: string };
    expect((await call('setup', {})).body).toMatchObject({ secret });
    const enabled = await call('enable', { code: codeOf(secret) });
    expect((await call('enable', { code: codeOf(secret) })).body).toEqual(enabled.body);
  });
});
