import { expect, test } from 'vitest';
import { setLogSink } from '../../shared/kernel/log.ts';
import { everythingAtRest, mailedToken, newEmail } from '../support/accounts.ts';
import { useService } from '../support/service.ts';

const service = useService({ machines: [], onError: () => {} });

test('no password, token, key or hash of one is in any log line, and none of them is at rest, whatever fails', async () => {
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

  // Failures of ours: the signer is gone, the table does not answer, the mail service refuses.
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
  // A replay after the grace, which is logged.
  await service().advance('PT1M');
  await post('/api/auth/token/refresh', { refresh_token: login.refresh_token });

  expect(secrets.length).toBeGreaterThan(10);
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.some(line => line.includes('a used refresh token came back'))).toBe(true);
  const logged = lines.join('\n');
  const stored = await everythingAtRest();
  for (const secret of secrets) {
    expect(logged).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  expect(logged).not.toContain('argon2id');
});
