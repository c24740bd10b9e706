import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, registerConfirmed } from '../../support/accounts.ts';
import { type Guarded, registerGuarded } from '../../support/second-factor.ts';
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

describe('POST /api/v1/me/mfa/totp/disable', () => {
  test('200: secret and codes are deleted, logins return tokens again', async () => {
    const { email, token } = await registerGuarded(service());
    expect(await post('totp/disable', token, { password: PASSWORD })).toMatchObject({ status: 200, body: { disabled: true } });
    expect(await status(token)).toEqual(OFF);
    const answer = await service().api('POST', '/api/auth', { body: { email, password: PASSWORD } });
    expect(answer.body).toHaveProperty('refresh_token');
  });

  test('200 also when nothing is enabled', async () => {
    const { token } = await registerConfirmed(service());
    expect(await post('totp/disable', token, { password: PASSWORD })).toMatchObject({ status: 200, body: { disabled: true } });
  });

  test('422 for a missing or wrong password', async () => {
    const { token } = somebody;
    for (const body of [undefined, {}, { password: 'wrong' }, { password: '' }, { password: 5 }, { code: '123456' }])
      expect(await post('totp/disable', token, body)).toMatchObject({
        status: 422,
        body: { error: { code: 'validation_error' } },
      });
    expect(await status(token)).toMatchObject({ totpEnabled: true });
  });
});
