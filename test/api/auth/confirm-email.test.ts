import { describe, expect, test } from 'vitest';
import { mailedToken, registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { authCalls } from './confirmation-calls.ts';

const service = useService();
const { confirm, resend, subjects } = authCalls(service);

describe('POST /api/auth/confirm-email', () => {
  test('200 with a message: the account is confirmed and a welcome mail is sent', async () => {
    const { email, token } = await registerOnly(service());
    const answer = await confirm({ token: await mailedToken(service(), email) });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) as string } });
    expect((await service().api('GET', '/api/v1/me', { token })).body).toMatchObject({
      emailConfirmed: true,
      emailVerified: true,
    });
    await service().idle();
    expect(await subjects(email)).toEqual(['Confirmați adresa de e-mail', 'Bine ați venit']);
  });

  test('400 without a token', async () => {
    expect((await confirm({})).status).toBe(400);
  });

  test.each(['unknown', '0'.repeat(64)])('401 for the unknown token %s', async token => {
    expect(await confirm({ token })).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  });

  test('401 for a used token', async () => {
    const { email } = await registerOnly(service());
    const token = await mailedToken(service(), email);
    expect((await confirm({ token })).status).toBe(200);
    expect((await confirm({ token })).status).toBe(401);
  });

  test('409 for another, still valid token of an account that is confirmed', async () => {
    const { email } = await registerOnly(service());
    const first = await mailedToken(service(), email);
    await resend({ email });
    const second = await mailedToken(service(), email);
    expect(second).not.toBe(first);
    expect((await confirm({ token: second })).status).toBe(200);
    expect(await confirm({ token: first })).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  test('a resend does not invalidate earlier tokens', async () => {
    const { email } = await registerOnly(service());
    const first = await mailedToken(service(), email);
    await resend({ email });
    await service().idle();
    expect((await confirm({ token: first })).status).toBe(200);
  });
});
