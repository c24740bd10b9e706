import { describe, expect, test } from 'vitest';
import { changeAccount, PASSWORD, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { meCalls } from './calls.ts';

const service = useService();
const { get, patch } = meCalls(service);
const NEW = 'Another-Horse-9-Battery';
const login = (email: string, password: string) => service().api('POST', '/api/auth', { body: { email, password } });

describe('password change by PATCH /api/v1/me', () => {
  test.each(['password', 'newPassword'])(
    '%s: every earlier access and refresh token is invalid, the new password logs in',
    async field => {
      const person = await registerReady(service());
      const other = (await login(person.email, PASSWORD)).body as { token: string; refresh_token: string };
      expect((await patch(person.token, { [field]: NEW, currentPassword: PASSWORD })).status).toBe(200);
      expect((await get(person.token)).status).toBe(401);
      expect((await get(other.token)).status).toBe(401);
      for (const refresh_token of [person.refreshToken, other.refresh_token]) {
        expect((await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token } })).status).toBe(401);
      }
      expect((await login(person.email, PASSWORD)).status).toBe(401);
      const fresh = (await login(person.email, NEW)).body as { token: string };
      expect((await get(fresh.token)).status).toBe(200);
    },
  );

  test('other changes of the same request are saved with it', async () => {
    const person = await registerReady(service());
    const answer = await patch(person.token, { password: NEW, currentPassword: PASSWORD, firstName: 'Ana' });
    expect(answer.body).toMatchObject({ firstName: 'Ana' });
  });

  test.each([{ password: NEW }, { password: NEW, currentPassword: 'wrong' }])('403 for %o, and nothing changes', async body => {
    const person = await registerReady(service());
    expect(await patch(person.token, { ...body, firstName: 'Ana' })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'current_password' } } },
    });
    expect((await get(person.token)).body).toMatchObject({ firstName: null });
    expect((await login(person.email, PASSWORD)).status).toBe(200);
  });

  test('422 for an unacceptable password', async () => {
    const { token } = await registerReady(service());
    for (const password of ['short', 'password123', 'x'.repeat(129)])
      expect(await patch(token, { password, currentPassword: PASSWORD }), password).toMatchObject({
        status: 422,
        body: { error: { details: { password: [expect.any(String)] } } },
      });
    expect((await get(token)).status).toBe(200);
  });

  test('a person without a password sets one without currentPassword', async () => {
    const person = await registerReady(service());
    await changeAccount(person.userId, { passwordHash: null });
    expect((await get(person.token)).body).toMatchObject({ hasPassword: false });
    expect((await patch(person.token, { password: NEW })).status).toBe(200);
    expect((await login(person.email, NEW)).status).toBe(200);
  });
});
