import { describe, expect, test, afterEach } from 'vitest';
import { newEmail, registerReady, changeAccount, registerOnly } from '../../support/accounts.ts';
import { requestOptions, newPasskey } from '../../support/authenticator.ts';
import { useService } from '../../support/service.ts';
import { BAD_REQUEST, passkeyCalls, UNAUTHORIZED } from './passkey-calls.ts';
import { codeOf, setUp } from '../../support/second-factor.ts';

const service = useService();
const { person, passkey, post, signed } = passkeyCalls(service);
const askOptions = (body: unknown) => service().api('POST', '/api/auth/passkey/login/options', { body });
afterEach(() => {
  process.env['EMAIL_CONFIRMATION'] = 'required';
});

describe('POST /api/auth/passkey/login/options', () => {
  test('200: a fresh challenge of 32 bytes, and the passkeys of the email, in any case', async () => {
    const answer = await askOptions({ email: ` ${person.email.toUpperCase()} ` });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      timeout: 60_000,
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key', id: passkey.key.id }],
      userVerification: 'required',
    });
    expect((await requestOptions(service())).challenge).not.toBe((answer.body as { challenge: string }).challenge);
  });

  test.each([undefined, {}, { email: null }, { email: '' }])('200 without credentials when no email is sent: %o', async body => {
    expect((await askOptions(body)).body).toMatchObject({ allowCredentials: [] });
  });

  test('an unknown email and an account without passkeys get a decoy of the same form, always the same one', async () => {
    const bare = await registerReady(service());
    const decoys = new Set<string>();
    for (const email of [newEmail(), newEmail(), bare.email]) {
      const [{ allowCredentials: first }, { allowCredentials: second }] = [
        await requestOptions(service(), email),
        await requestOptions(service(), email.toUpperCase()),
      ];
      expect(first).toEqual([{ type: 'public-key', id: expect.stringMatching(/^[\w-]{43}$/) as string }]);
      expect(second).toEqual(first);
      decoys.add(first[0]?.id ?? '');
    }
    expect(decoys.size).toBe(3);
    expect(passkey.key.id).toMatch(/^[\w-]{43}$/);
  });

  test('the same calls to the table for a known and an unknown email', async () => {
    const costs = [];
    for (const email of [person.email, newEmail()]) {
      await requestOptions(service(), email);
      costs.push(
        service()
          .runtime.meter.last(1)[0]
          ?.calls.map(({ operation, roundTrip }) => `${roundTrip} ${operation}`),
      );
    }
    expect(costs[0]).toEqual(costs[1]);
  });

  test('400 for an invalid address', async () => {
    expect(await askOptions({ email: 'not an address' })).toMatchObject(BAD_REQUEST);
  });
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
    const { token } = await registerReady(service());
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
    const { userId, token } = await registerReady(service());
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
