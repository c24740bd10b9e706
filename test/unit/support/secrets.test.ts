import { describe, expect, test } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { watchSecrets } from '../../support/runner/secrets.ts';

const answering = (body: unknown) => () => Promise.resolve({ status: 200, body, headers: new Headers() });

describe('the search for secrets in the log', () => {
  test('finds sent and received secrets, and hashes of them; reveals none itself', async () => {
    const watch = watchSecrets();
    const secrets = {
      sent: 'access-token-of-somebody',
      password: 'Correct-Horse-9-Battery',
      refresh: 'refresh-token-of-somebody',
      code: 'abcd-efgh',
      mailed: 'token-in-a-mail',
    };
    const api = watch.watching(
      answering({ refresh_token: secrets.refresh, backupCodes: [secrets.code], name: 'not a secret at all' }),
    );
    await api('POST', '/api/auth', { token: secrets.sent, body: { password: secrets.password, name: 'nor is this one' } });
    watch.noteMails([{ text: `https://app.example/reset-password?token=${secrets.mailed}` } as never]);
    expect(watch.size).toBe(5);
    expect(watch.leaks('not a secret at all, nor is this one')).toEqual([]);
    for (const secret of Object.values(secrets)) {
      for (const line of [`{"message":"got ${secret}"}`, `{"hash":"${sha256(secret)}"}`]) {
        const [leak = '', ...others] = watch.leaks(line);
        expect(leak).toContain('stands in the log');
        expect(leak).not.toContain(secret);
        expect(others).toEqual([]);
      }
    }
  });

  test('finds any hash of a password; words that are too short to be secrets are ignored', async () => {
    const watch = watchSecrets();
    await watch.watching(answering(undefined))('POST', '/api/auth', { body: { password: 'wrong', token: 'x' } });
    expect(watch.leaks('the password was wrong')).toEqual([]);
    expect(watch.leaks('$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA')).toEqual(['A hash of a password stands in the log.']);
  });
});
