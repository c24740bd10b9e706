import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../support/accounts.ts';
import { registerGuarded } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';
import { UNAUTHORIZED, authCalls } from './mfa-calls.ts';

const service = useService();
const { somebody, me } = authCalls(service);

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
