import { beforeAll, describe, expect, test } from 'vitest';
import { registerConfirmed } from '../../support/accounts.ts';
import { challengeOf, codeOf, type Guarded, registerGuarded, setUp, wrongCode } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';
import { OFF, meCalls } from './mfa-calls.ts';

const service = useService();
const { post, status } = meCalls(service);
/** A person for tests that do not change it. */
let somebody: Guarded;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  somebody = await registerGuarded(service());
});

describe('POST /api/v1/me/mfa/totp/enable', () => {
  test('200 with 10 backup codes of the form xxxx-xxxx; logins require a code from now on', async () => {
    const { email, token } = await registerConfirmed(service());
    const secret = await setUp(service(), token);
    const answer = await post('totp/enable', token, { code: codeOf(secret) });
    expect(answer).toMatchObject({ status: 200, body: { enabled: true } });
    const { backupCodes } = answer.body as { backupCodes: string[] };
    expect(new Set(backupCodes).size).toBe(10);
    const form = /^[abcdefghjkmnpqrstuvwxyz23456789]{4}-[abcdefghjkmnpqrstuvwxyz23456789]{4}$/;
    expect(backupCodes.filter(code => !form.test(code))).toEqual([]);
    expect(await status(token)).toEqual({ totpEnabled: true, backupCodesRemaining: 10, passkeysCount: 0 });
    expect(await challengeOf(service(), email)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('400 without a code', async () => {
    const answer = await post('totp/enable', somebody.token, {});
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test('409 once enabled', async () => {
    const { token, secret } = somebody;
    expect(await post('totp/enable', token, { code: codeOf(secret, 1) })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
  });

  test('422 for a wrong code, and without a previous setup', async () => {
    const { token } = await registerConfirmed(service());
    const refused = { status: 422, body: { error: { code: 'validation_error', details: { code: [expect.any(String)] } } } };
    expect(await post('totp/enable', token, { code: '123456' })).toMatchObject(refused);
    const secret = await setUp(service(), token);
    expect(await post('totp/enable', token, { code: wrongCode(secret) })).toMatchObject(refused);
    expect(await post('totp/enable', token, { code: 'abc' })).toMatchObject(refused);
    expect(await status(token)).toEqual(OFF);
  });
});
