import { describe, expect, test } from 'vitest';
import { parse as uuidBytes } from 'uuid';
import { registerReady } from '../../support/accounts.ts';
import { creationOptions, newPasskey, attest } from '../../support/authenticator.ts';
import { useService } from '../../support/service.ts';
import { passkeyCalls, refused } from './calls.ts';

const service = useService();
const { person, register, list, made } = passkeyCalls(service);

describe('POST /api/v1/passkey/register/options', () => {
  test('200: creation options with a fresh challenge of 32 bytes; own passkeys are excluded', async () => {
    const someone = await registerReady(service(), { firstName: 'Ana', lastName: 'Popescu' });
    const { key } = await newPasskey(service(), someone.token);
    const options = await creationOptions(service(), someone.token);
    expect(options).toEqual({
      rp: { id: 'localhost', name: 'Invoicing' },
      user: {
        id: Buffer.from(uuidBytes(someone.userId)).toString('base64url'),
        name: someone.email,
        displayName: 'Ana Popescu',
      },
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 60_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', id: key.id }],
    });
    expect((await creationOptions(service(), someone.token)).challenge).not.toBe(options.challenge);
  });
});

describe('POST /api/v1/passkey/register', () => {
  test('201: the passkey as in lists; counted in the status of the second factors', async () => {
    const someone = await registerReady(service());
    const { response } = attest(await creationOptions(service(), someone.token));
    const answer = await register({ name: ' Cheia de birou ', response }, someone.token);
    expect(answer.status).toBe(201);
    const shown = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'Cheia de birou',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      lastUsedAt: null,
    };
    expect(answer.body).toEqual(shown);
    expect(await list(someone.token)).toEqual([shown]);
    const status = await service().api('GET', '/api/v1/me/mfa/status', { token: someone.token });
    expect(status.body).toMatchObject({ passkeysCount: 1 });
  });

  test('400 without a response', async () => {
    expect(await register({ name: 'x' })).toMatchObject(refused(400, 'bad_request'));
  });

  test('400 for a challenge that was used before', async () => {
    const { response } = await made();
    expect((await register({ name: 'x', response })).status).toBe(201);
    expect(await register({ name: 'x', response })).toMatchObject(refused(400, 'bad_request'));
  });

  test.each([
    ['another origin', { origin: 'https://phishing.example' }],
    ['a page that another site has framed', { crossOrigin: true }],
  ])('422 for %s', async (_, deviations) => {
    const { response } = await made(deviations);
    expect(await register({ name: 'x', response })).toMatchObject(refused(422, 'validation_error'));
  });

  test('403 where the user verification flag is missing', async () => {
    const { response } = await made({ userVerified: false });
    expect(await register({ name: 'x', response })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'user_verification' } } },
    });
  });

  test('409 for a credential that is registered already, also by another person', async () => {
    const first = attest(await creationOptions(service(), person.token));
    expect((await register({ name: 'x', response: first.response })).status).toBe(201);
    const other = await registerReady(service());
    for (const token of [person.token, other.token]) {
      // The same credential with a response to a challenge of its own.
      const { challenge } = await creationOptions(service(), token);
      const clientDataJSON = Buffer.from(
        JSON.stringify({ type: 'webauthn.create', challenge, origin: process.env['PASSKEY_ORIGINS'], crossOrigin: false }),
      ).toString('base64url');
      const response = { ...first.response, response: { ...first.response.response, clientDataJSON } };
      expect(await register({ name: 'y', response }, token)).toMatchObject(refused(409, 'conflict'));
    }
  });
});
