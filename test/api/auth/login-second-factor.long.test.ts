import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../support/accounts.ts';
import { challengeOf } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './mfa-calls.ts';

const service = useOwnService({ machines: [] });
const { verify, guarded, unusedCodes } = authCalls(service);

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
