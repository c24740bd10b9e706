import { describe, expect, test } from 'vitest';
import { newEmail, registerConfirmed } from '../../support/accounts.ts';
import { requestOptions } from '../../support/authenticator.ts';
import { useService } from '../../support/service.ts';
import { BAD_REQUEST, passkeyCalls } from './passkey-calls.ts';

const service = useService();
const { person, passkey } = passkeyCalls(service);
const askOptions = (body: unknown) => service().api('POST', '/api/auth/passkey/login/options', { body });

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
    const bare = await registerConfirmed(service());
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
