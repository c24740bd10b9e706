import { afterAll, describe, expect, test } from 'vitest';
import { registerReady } from '../../support/accounts.ts';
import { attest, creationOptions } from '../../support/authenticator.ts';
import { useOwnService } from '../../support/service.ts';
import { passkeyCalls, refused } from './calls.ts';

const service = useOwnService({ machines: [] });
const { person, register, list, made } = passkeyCalls(service);

// Notices are being sent.
afterAll(() => service().idle());

describe('POST /api/v1/passkey/register', () => {
  test('400 for a field that is missing or ill-formed', async () => {
    const { response } = await made();
    const { clientDataJSON, attestationObject } = response.response;
    const text = Buffer.from(clientDataJSON, 'base64url').toString();
    const encoded = (json: string) => ({
      ...response,
      response: { attestationObject, clientDataJSON: Buffer.from(json).toString('base64url') },
    });
    for (const body of [
      {},
      { response },
      { name: 'x' },
      { name: '', response },
      { name: 'x'.repeat(101), response },
      { name: 5, response },
      { name: 'x', response: 'text' },
      { name: 'x', response: { ...response, id: undefined } },
      { name: 'x', response: { ...response, rawId: 'AAAA' } },
      { name: 'x', response: { ...response, type: 'password' } },
      { name: 'x', response: { ...response, response: { clientDataJSON } } },
      { name: 'x', response: { ...response, response: { clientDataJSON, attestationObject: '?' } } },
      { name: 'x', response: { ...response, response: { clientDataJSON, attestationObject: 'AAAA' } } },
      { name: 'x', response: encoded('no JSON') },
      { name: 'x', response: encoded('{}') },
      { name: 'x', response: encoded(text.replace('"challenge"', '"other"')) },
    ])
      expect(await register(body), JSON.stringify(body)).toMatchObject(refused(400, 'bad_request'));
    expect((await register({ name: 'x', response })).status).toBe(201);
  });

  test('400 for a challenge that is unknown, used, of another person, or older than 5 minutes', async () => {
    const { response: invented } = await made({ challenge: 'A'.repeat(43) });
    expect(await register({ name: 'x', response: invented })).toMatchObject(refused(400, 'bad_request'));
    const { response } = await made();
    expect((await register({ name: 'x', response })).status).toBe(201);
    expect(await register({ name: 'x', response })).toMatchObject(refused(400, 'bad_request'));
    const other = await registerReady(service());
    const { response: foreign } = attest(await creationOptions(service(), other.token));
    expect(await register({ name: 'x', response: foreign })).toMatchObject(refused(400, 'bad_request'));
    const { response: late } = await made();
    await service().advance('PT5M');
    expect(await register({ name: 'x', response: late })).toMatchObject(refused(400, 'bad_request'));
  });

  test.each([
    ['another origin', { origin: 'https://phishing.example' }],
    ['another site on top', { topOrigin: 'https://phishing.example' }],
    ['another relying party', { rpId: 'phishing.example' }],
    ['client data of a login', { type: 'webauthn.get' }],
    ['a user who was not present', { userPresent: false }],
    ['an algorithm that was not offered', { algorithm: 'EdDSA' as const }],
    ['an attestation with certificates', { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(4)]]]) }],
    ['an attestation of another kind', { fmt: 'tpm' }],
    [
      'a self attestation that is not signed',
      {
        fmt: 'packed',
        attStmt: new Map<string, Uint8Array | number>([
          ['alg', -7],
          ['sig', new Uint8Array(70)],
        ]),
      },
    ],
  ])('422 for %s', async (_, deviations) => {
    const { response } = await made(deviations);
    expect(await register({ name: 'x', response })).toMatchObject(refused(422, 'validation_error'));
  });

  test('of 6 simultaneous registrations with one challenge exactly one succeeds', async () => {
    const options = await creationOptions(service(), person.token);
    const before = (await list()).length;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => register({ name: 'x', response: attest(options).response })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await list()).toHaveLength(before + 1);
  });
});
