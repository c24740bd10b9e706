import { beforeAll, describe, expect, test } from 'vitest';
import { everythingAtRest, registerConfirmed } from '../../support/accounts.ts';
import { codeOf, type Guarded, registerGuarded } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';

const service = useService();
/** A person for tests that do not change it. */
let somebody: Guarded;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  somebody = await registerGuarded(service());
});

describe('stored data', () => {
  test('contain neither the secret nor a backup code in plain text', async () => {
    const { secret, backupCodes } = somebody;
    const stored = await everythingAtRest();
    expect(stored).not.toContain(secret);
    for (const code of backupCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replace('-', ''));
    }
  });

  test('a setup and an enabling that are repeated with an Idempotency-Key return the first response', async () => {
    const { token } = await registerConfirmed(service());
    const call = (path: string, body: unknown) =>
      service().api('POST', `/api/v1/me/mfa/totp/${path}`, { token, body, headers: { 'idempotency-key': `the ${path}` } });
    const { secret } = (await call('setup', {})).body as { secret: string };
    expect((await call('setup', {})).body).toMatchObject({ secret });
    const enabled = await call('enable', { code: codeOf(secret) });
    expect((await call('enable', { code: codeOf(secret) })).body).toEqual(enabled.body);
  });
});
