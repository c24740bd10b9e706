import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import { everythingAtRest, newEmail, registerConfirmed } from '../support/accounts.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService({ machines: [] });

// No mail is being sent when the system ends.
afterEach(() => service().idle());

const statusOf = async (email: string, password: string): Promise<number> =>
  (await service().api('POST', '/api/auth', { body: { email, password } })).status;

describe('V6 a system without accounts', () => {
  test('V6.3.2 a new system has no account, and no common name can log in', async () => {
    expect(await everythingAtRest()).not.toContain('argon2id');
    const names = ['admin@localhost.local', 'root@test.example', 'admin@test.example', 'test@test.example'];
    const tries = names.flatMap(email => ['admin', 'root', 'password', ''].map(password => ({ email, password })));
    for (const { email, password } of tries) expect([400, 401]).toContain(await statusOf(email, password));
    expect(await everythingAtRest()).not.toContain('argon2id');
  });
});

describe('V6 passwords', () => {
  test('V6.2.1 a password shorter than 8 characters is rejected', async () => {
    const register = (password: string) => service().api('POST', '/api/auth/register', { body: { email: newEmail(), password } });
    expect((await register('Zq7-kfw')).status).toBe(400);
    expect((await register('Zq7-kfwm')).status).toBe(201);
  });

  test('V6.2.5, V6.2.9 any composition is accepted, and 64 characters and more', async () => {
    const digits = randomUUID().replaceAll(/\D/g, '7');
    const taken = [
      'a quiet river under seven bridges',
      digits,
      'ŞTEFANŢĂRANUL',
      '—–—–—–—–—–—–',
      '🐎🐎🐎🔋🔋🔋🧷🧷',
      `${digits}${digits}`.slice(0, 64),
    ];
    for (const password of [...taken, 'x y'.repeat(40)]) {
      const { email } = await registerConfirmed(service(), { password });
      expect(await statusOf(email, password), password).toBe(200);
    }
  });

  test('V6.2.8 another case, a blank more and a shorter one are other passwords', async () => {
    const password = ' Pass With Blanks 93 '.repeat(4);
    const { email } = await registerConfirmed(service(), { password });
    const others = [password.toLowerCase(), password.trim(), ` ${password}`, password.slice(0, 72), password.slice(0, -1)];
    for (const other of others) expect(await statusOf(email, other)).toBe(401);
    expect(await statusOf(email, password)).toBe(200);
  });

  test('V6.4.2 no request accepts a hint or the answer to a secret question', async () => {
    const { body } = await service().api('GET', '/openapi.json');
    const names = [...JSON.stringify(body).matchAll(/"(\w+)":\{/g)].map(match => match[1] ?? '');
    expect(names).toContain('currentPassword');
    expect(names.filter(name => /hint|(secret|security)_?(question|answer)/i.test(name))).toEqual([]);
  });

  test('V6.2.10 a password is valid two years later', async () => {
    const password = 'Lasting-Horse-9-Battery';
    const { email } = await registerConfirmed(service(), { password });
    const { token } = await expecting<{ token: string }>(
      200,
      'Login',
      service().api('POST', '/api/auth', { body: { email, password } }),
    );
    service().runtime.clock.advance('P730D');
    expect((await service().api('GET', '/api/v1/me', { token })).status).toBe(401);
    expect(await statusOf(email, password)).toBe(200);
  });
});
