import { expect, test } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { everythingAtRest, mailedToken, newEmail, PASSWORD, resetToken } from '../../support/accounts.ts';
import { assert, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { challengeOf, registerGuarded } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [], onError: () => {} });

test('no password, token, key or hash of one is in any log line or stored in plain text, whatever fails', async () => {
  const lines: string[] = [];
  setLogSink(line => lines.push(line));
  const { api, runtime } = service();
  const passwords = ['First-Secret-Horse-1', 'Second-Secret-Horse-2'];
  const email = newEmail();
  const secrets: string[] = [...passwords];
  const post = async (path: string, body: unknown, token?: string) => {
    const answer = await api('POST', path, { body, token });
    const { token: made, refresh_token: refresh } = (answer.body ?? {}) as { token?: string; refresh_token?: string };
    secrets.push(...[made, refresh].filter(one => one !== undefined));
    return { ...(answer.body as { token: string; refresh_token: string; id: string }), status: answer.status };
  };

  const first = await post('/api/auth/register', { email, password: passwords[0] });
  const confirmation = await mailedToken(service(), email);
  secrets.push(confirmation);
  await post('/api/auth/confirm-email', { token: `${confirmation}x` });
  await post('/api/auth/confirm-email', { token: confirmation });
  const login = await post('/api/auth', { email, password: passwords[0] });
  await post('/api/auth', { email, password: passwords[1] });
  const next = await post('/api/auth/token/refresh', { refresh_token: login.refresh_token });
  await post('/api/auth/token/refresh', { refresh_token: next.refresh_token });
  const key = await post('/api/v1/api-tokens', { name: 'key', scopes: ['invoice.view'] }, first.token);
  await api('GET', '/api/v1/me', { token: key.token });
  await api('GET', '/api/v1/me', { headers: { authorization: `Bearer ${key.token}` } });

  // Errors of the service: the signer is missing, the table does not respond, the mail service rejects mails.
  for (const [variable, wrong] of [
    ['TOKEN_KEY', 'alias/none'],
    ['TABLE_NAME', 'no-such-table'],
  ] as const) {
    const right = process.env[variable];
    process.env[variable] = wrong;
    const failed = await post('/api/auth', { email, password: passwords[0] });
    process.env[variable] = right;
    expect(failed.status).toBe(500);
  }
  runtime.faults.add({ service: 'ses', kind: 'fail', times: 3 });
  const other = newEmail();
  await post('/api/auth/register', { email: other, password: passwords[0] });
  await service().advance('PT10M');
  secrets.push(await mailedToken(service(), other));
  runtime.faults.clear();

  await api('PATCH', '/api/v1/me', { token: first.token, body: { password: passwords[1], currentPassword: 'wrong' } });
  await api('PATCH', '/api/v1/me', { token: first.token, body: { password: passwords[1], currentPassword: passwords[0] } });
  // A replay after the grace period, which is logged.
  await service().advance('PT1M');
  await post('/api/auth/token/refresh', { refresh_token: login.refresh_token });

  expect(secrets.length).toBeGreaterThan(10);
  expect(lines.length).toBeGreaterThan(15);
  const counted = metricsOf(
    'auth',
    lines.map(line => JSON.parse(line) as Record<string, unknown>),
  );
  expect(counted['security-incidents']).toEqual([1]);
  const logged = lines.join('\n');
  const stored = await everythingAtRest();
  for (const secret of secrets) {
    expect(logged).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  expect(logged).not.toContain('argon2id');
});

test('nor is any seed, code, challenge or token of the second factor, of a reset, of a passkey or of the identity provider', async () => {
  const lines: string[] = [];
  setLogSink(line => lines.push(line));
  service().runtime.clock.freeze(true);
  const { api, runtime } = service();
  const person = await registerGuarded(service());
  const { email, token, secret, backupCodes } = person;
  const secrets = [secret, ...backupCodes, ...backupCodes.map(code => code.replace('-', ''))];
  const post = async (path: string, body: unknown, by?: string): Promise<number> => {
    const answer = await api('POST', path, { body, token: by });
    const members = (answer.body ?? {}) as Record<string, unknown>;
    const told = ['token', 'refresh_token', 'mfa_token', 'secret', 'qrCode', 'otpauthUri'].map(name => members[name]);
    secrets.push(...told.filter(one => typeof one === 'string'), ...((members['backupCodes'] as string[] | undefined) ?? []));
    return answer.status;
  };
  const challenge = async (): Promise<string> => {
    const mfaToken = await challengeOf(service(), email);
    secrets.push(mfaToken);
    return mfaToken;
  };

  expect(await post('/api/auth/mfa/verify', { mfaToken: await challenge(), code: backupCodes[0], type: 'backup' })).toBe(200);
  expect(await post('/api/auth/mfa/verify', { mfaToken: await challenge(), code: backupCodes[0], type: 'backup' })).toBe(401);
  const reset = await resetToken(service(), email);
  const idToken = await runtime.idp.token({ sub: 'somebody', email });
  const { key } = await newPasskey(service(), token);
  const assertion = assert(await requestOptions(service(), email), key);
  secrets.push(reset, idToken, assertion.response.signature);
  const next = 'Third-Secret-Horse-3';
  secrets.push(next);
  const calls: [path: string, body: unknown, by?: string][] = [
    ['/api/auth/mfa/verify', { mfaToken: await challenge(), code: backupCodes[1], type: 'backup' }],
    ['/api/auth/idp', { idToken }],
    ['/api/auth/passkey/login', { response: assertion }],
    ['/api/v1/me/mfa/backup-codes/regenerate', { password: PASSWORD }, token],
    ['/api/auth/reset-password', { token: reset, password: next }],
  ];
  // First each with an error of the service, then without.
  for (const [path, body, by] of calls) {
    const right = process.env['TABLE_NAME'];
    process.env['TABLE_NAME'] = 'no-such-table';
    expect(await post(path, body, by), path).toBe(500);
    process.env['TABLE_NAME'] = right;
    for (const kms of ['SECRETS_KEY', 'TOKEN_KEY']) {
      const key = process.env[kms];
      process.env[kms] = 'alias/none';
      await post(path, body, by);
      process.env[kms] = key;
    }
  }
  await service().idle();

  expect(secrets.length).toBeGreaterThan(30);
  expect(lines.length).toBeGreaterThan(20);
  const logged = lines.join('\n');
  const stored = await everythingAtRest();
  for (const one of secrets) {
    expect(logged).not.toContain(one);
    expect(stored).not.toContain(one);
  }
  expect(logged).not.toContain('argon2id');
});
