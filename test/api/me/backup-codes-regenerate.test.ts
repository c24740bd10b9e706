import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, registerConfirmed } from '../../support/accounts.ts';
import { challengeOf, type Guarded, registerGuarded, setUp } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';
import { meCalls } from './mfa-calls.ts';

const service = useService();
const { post } = meCalls(service);
/** A person for tests that do not change it. */
let somebody: Guarded;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  somebody = await registerGuarded(service());
});
const verify = (body: unknown) => service().api('POST', '/api/auth/mfa/verify', { body });

describe('POST /api/v1/me/mfa/backup-codes/regenerate', () => {
  test('200 with 10 new codes; all earlier ones are invalid', async () => {
    const { email, token, backupCodes: earlier } = await registerGuarded(service());
    const answer = await post('backup-codes/regenerate', token, { password: PASSWORD });
    expect(answer.status).toBe(200);
    const { backupCodes } = answer.body as { backupCodes: string[] };
    expect(new Set([...earlier, ...backupCodes]).size).toBe(20);
    const mfaToken = await challengeOf(service(), email);
    expect((await verify({ mfaToken, code: earlier[0], type: 'backup' })).status).toBe(401);
    expect((await verify({ mfaToken, code: backupCodes[0], type: 'backup' })).status).toBe(200);
  });

  test('400 while no second factor is enabled', async () => {
    const { token } = await registerConfirmed(service());
    await setUp(service(), token);
    expect(await post('backup-codes/regenerate', token, { password: PASSWORD })).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    });
  });

  test('422 for a missing or wrong password', async () => {
    const { token } = somebody;
    for (const body of [{}, { password: 'wrong' }]) expect((await post('backup-codes/regenerate', token, body)).status).toBe(422);
  });
});
