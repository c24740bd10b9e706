import { describe, expect, test } from 'vitest';
import { parse as uuidBytes } from 'uuid';
import { registerConfirmed } from '../../support/accounts.ts';
import { creationOptions, newPasskey } from '../../support/authenticator.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('POST /api/v1/passkey/register/options', () => {
  test('200: creation options with a fresh challenge of 32 bytes; own passkeys are excluded', async () => {
    const someone = await registerConfirmed(service(), { firstName: 'Ana', lastName: 'Popescu' });
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
