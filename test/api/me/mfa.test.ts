import { beforeAll, describe, expect, test } from 'vitest';
import { everythingAtRest, registerConfirmed } from '../../support/accounts.ts';
import { codeOf, type Guarded, registerGuarded } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';

const service = useService();
/** Somebody for tests that change nothing of theirs. */
let somebody: Guarded;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  somebody = await registerGuarded(service());
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
