import { afterEach, describe, expect, test } from 'vitest';
import { changeAccount, registerConfirmed, registerOnly } from '../../support/accounts.ts';
import { newPasskey } from '../../support/authenticator.ts';
import { codeOf, setUp } from '../../support/second-factor.ts';
import { useService } from '../../support/service.ts';
import { BAD_REQUEST, passkeyCalls, UNAUTHORIZED } from './passkey-calls.ts';

const service = useService();
const { person, passkey, post, signed } = passkeyCalls(service);
afterEach(() => {
  process.env['EMAIL_CONFIRMATION'] = 'required';
});

describe('POST /api/auth/passkey/login', () => {
  test('200 with tokens that work, with an email and without; the use and the login are recorded', async () => {
    for (const email of [undefined, person.email]) {
      const answer = await post({ response: await signed(passkey.key, {}, email) });
      expect(answer).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) as string } });
      const { token } = answer.body as { token: string };
      expect((await service().api('GET', '/api/v1/me', { token })).body).toMatchObject({
        email: person.email,
        lastConnectedAt: expect.any(String) as string,
      });
    }
    const { body } = await service().api('GET', '/api/v1/me/passkeys', { token: person.token });
    expect(body).toMatchObject([{ id: passkey.id, lastUsedAt: expect.any(String) as string }]);
  });

  test('200 without a user handle, which older authenticators do not send', async () => {
    for (const userHandle of [null, undefined]) {
      const response = await signed(passkey.key, { userHandle: null }, person.email);
      const sent = { ...response, response: { ...response.response, userHandle } };
      expect((await post({ response: sent })).status).toBe(200);
    }
  });

  test('a passkey skips the second factor', async () => {
    const { token } = await registerConfirmed(service());
    const { key } = await newPasskey(service(), token);
    const secret = await setUp(service(), token);
    await service().api('POST', '/api/v1/me/mfa/totp/enable', { token, body: { code: codeOf(secret) } });
    expect((await post({ response: await signed(key) })).body).toHaveProperty('refresh_token');
  });

  test('400 without a response', async () => {
    expect(await post({})).toMatchObject(BAD_REQUEST);
  });

  test('401 for a challenge that was used before', async () => {
    const response = await signed();
    expect((await post({ response })).status).toBe(200);
    expect(await post({ response })).toMatchObject(UNAUTHORIZED);
  });

  test('401 for a page that another site has framed', async () => {
    expect(await post({ response: await signed(passkey.key, { crossOrigin: true }) })).toMatchObject(UNAUTHORIZED);
  });

  test('403 where the user verification flag is missing', async () => {
    expect(await post({ response: await signed(passkey.key, { userVerified: false }) })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'user_verification' } } },
    });
  });

  test('403 for an inactive account, only with the passkey', async () => {
    const { userId, token } = await registerConfirmed(service());
    const { key } = await newPasskey(service(), token);
    await changeAccount(userId, { active: false });
    expect(await post({ response: await signed(key, { foreignKey: true }) })).toMatchObject(UNAUTHORIZED);
    expect(await post({ response: await signed(key) })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'account_inactive' } } },
    });
  });

  test('403 for an unconfirmed email while confirmation is required', async () => {
    const { token } = await registerOnly(service());
    const { key } = await newPasskey(service(), token);
    expect(await post({ response: await signed(key) })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'email_not_confirmed' } } },
    });
    process.env['EMAIL_CONFIRMATION'] = 'optional';
    expect((await post({ response: await signed(key) })).status).toBe(200);
  });
});
