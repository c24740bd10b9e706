import { beforeAll, describe, expect, test } from 'vitest';
import { type Registered, registerConfirmed } from '../../support/accounts.ts';
import { attest, type Deviations, creationOptions, newPasskey } from '../../support/authenticator.ts';
import { useService } from '../../support/service.ts';
import { refused } from '../passkey/calls.ts';

const service = useService();
let person: Registered;
beforeAll(async () => {
  person = await registerConfirmed(service(), { firstName: 'Ana', lastName: 'Popescu' });
});

const register = (body: unknown, token = person.token) => service().api('POST', '/api/v1/passkey/register', { token, body });
const list = async (token = person.token) =>
  (await service().api('GET', '/api/v1/me/passkeys', { token })).body as { id: string }[];
const remove = (id: string, token = person.token) => service().api('DELETE', `/api/v1/me/passkeys/${id}`, { token });
const made = async (deviations: Deviations = {}) => attest(await creationOptions(service(), person.token), deviations);

describe('GET /api/v1/me/passkeys and DELETE /api/v1/me/passkeys/{id}', () => {
  test('404 for the passkey of another person', async () => {
    const other = await registerConfirmed(service());
    const { id } = await newPasskey(service(), other.token);
    expect(await remove(id)).toMatchObject(refused(404, 'not_found'));
    expect(await list(other.token)).toHaveLength(1);
  });

  test('a removed passkey may be registered again', async () => {
    const { response } = await made();
    const { id } = (await register({ name: 'x', response })).body as { id: string };
    await remove(id);
    const { challenge } = await creationOptions(service(), person.token);
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: 'webauthn.create', challenge, origin: process.env['PASSKEY_ORIGINS'], crossOrigin: false }),
    ).toString('base64url');
    const again = { ...response, response: { ...response.response, clientDataJSON } };
    expect((await register({ name: 'y', response: again })).status).toBe(201);
  });
});
