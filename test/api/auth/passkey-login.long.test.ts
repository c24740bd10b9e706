import { describe, expect, test } from 'vitest';
import { newEmail, registerReady } from '../../support/accounts.ts';
import { requestOptions, newPasskey } from '../../support/authenticator.ts';
import { useOwnService } from '../../support/service.ts';
import { BAD_REQUEST, passkeyCalls, UNAUTHORIZED } from './passkey-calls.ts';

const service = useOwnService({ machines: [] });
const { person, passkey, post, signed } = passkeyCalls(service);

describe('POST /api/auth/passkey/login/options', () => {
  test('the decoy of an email stays the same over a restart', async () => {
    const email = newEmail();
    const { allowCredentials } = await requestOptions(service(), email);
    await service().restart();
    expect((await requestOptions(service(), email)).allowCredentials).toEqual(allowCredentials);
  });
});

describe('POST /api/auth/passkey/login', () => {
  test('400 for a field that is missing or ill-formed', async () => {
    const response = await signed();
    const parts = response.response;
    for (const body of [
      {},
      { response: 'text' },
      { response: { ...response, id: undefined } },
      { response: { ...response, rawId: 'AAAA' } },
      { response: { ...response, type: 'password' } },
      ...['clientDataJSON', 'authenticatorData', 'signature'].flatMap(part => [
        { response: { ...response, response: { ...parts, [part]: undefined } } },
        { response: { ...response, response: { ...parts, [part]: '+/=' } } },
      ]),
      { response: { ...response, response: { ...parts, userHandle: 5 } } },
      { response: { ...response, response: { ...parts, clientDataJSON: 'AAAA' } } },
      { response: { ...response, response: { ...parts, authenticatorData: 'AAAA' } } },
    ])
      expect(await post(body), JSON.stringify(body)).toMatchObject(BAD_REQUEST);
    expect((await post({ response })).status).toBe(200);
  });

  test('401 with one and the same body for every mismatch', async () => {
    const other = await registerReady(service());
    const { key: foreign } = await newPasskey(service(), other.token);
    const used = await signed();
    expect((await post({ response: used })).status).toBe(200);
    const removed = await newPasskey(service(), person.token);
    await service().api('DELETE', `/api/v1/me/passkeys/${removed.id}`, { token: person.token });
    const attempts: [what: string, response: unknown][] = [
      ['an unknown credential', await signed({ ...passkey.key, id: 'A'.repeat(43) })],
      ['a removed passkey', await signed(removed.key)],
      ['an unknown challenge', await signed(passkey.key, { challenge: 'A'.repeat(43) })],
      ['a used challenge', used],
      ['a signature of another key', await signed(passkey.key, { foreignKey: true })],
      ["another person's key", await signed({ ...foreign, id: passkey.key.id })],
      ["another person's user handle", await signed(passkey.key, { userHandle: foreign.userHandle })],
      ['another origin', await signed(passkey.key, { origin: 'https://phishing.example' })],
      ['a page that another site has framed', await signed(passkey.key, { crossOrigin: true })],
      ['another site on top', await signed(passkey.key, { topOrigin: 'https://phishing.example' })],
      ['another relying party', await signed(passkey.key, { rpId: 'phishing.example' })],
      ['client data of a registration', await signed(passkey.key, { type: 'webauthn.create' })],
      ['a user who was not present', await signed(passkey.key, { userPresent: false })],
      ['a credential that the options did not name', await signed(passkey.key, {}, other.email)],
      ['options for an unknown email, which name a decoy credential', await signed(passkey.key, {}, newEmail())],
    ];
    const bodies = new Set<string>();
    for (const [what, response] of attempts) {
      const answer = await post({ response });
      expect(answer, what).toMatchObject(UNAUTHORIZED);
      bodies.add(JSON.stringify(answer.body));
    }
    expect(bodies.size).toBe(1);
  });

  test('a signature counter that does not increase is refused, unless it or the stored one is 0', async () => {
    const { token } = await registerReady(service());
    const { key } = await newPasskey(service(), token, { count: 5 });
    const answers: [count: number, status: number][] = [];
    for (const count of [6, 9, 8, 9, 0, 9, 10])
      answers.push([count, (await post({ response: await signed(key, { count }) })).status]);
    expect(answers).toEqual([
      [6, 200],
      [9, 200],
      [8, 401],
      [9, 401],
      [0, 200],
      [9, 401],
      [10, 200],
    ]);
  });

  test('exactly one succeeds of 8 simultaneous logins with one challenge, and of 4 with one signature counter', async () => {
    const response = await signed();
    const same = await Promise.all(Array.from({ length: 8 }, () => post({ response })));
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
    const { token } = await registerReady(service());
    const { key } = await newPasskey(service(), token, { count: 1 });
    const copies = await Promise.all(Array.from({ length: 4 }, () => signed(key, { count: 2 })));
    const each = await Promise.all(copies.map(one => post({ response: one })));
    expect(each.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  test('a passkey still logs in after the password was changed', async () => {
    const { token } = await registerReady(service());
    const { key } = await newPasskey(service(), token);
    const body = { password: 'Another-Correct-Horse-9', currentPassword: 'Correct-Horse-9-Battery' };
    expect((await service().api('PATCH', '/api/v1/me', { token, body })).status).toBe(200);
    const { token: next } = (await post({ response: await signed(key) })).body as { token: string };
    expect((await service().api('GET', '/api/v1/me', { token: next })).status).toBe(200);
  });

  test('401 for a challenge older than 5 minutes', async () => {
    const response = await signed();
    await service().advance('PT5M');
    expect(await post({ response })).toMatchObject(UNAUTHORIZED);
  });
});
