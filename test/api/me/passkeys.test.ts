import { beforeAll, describe, expect, test } from 'vitest';
import { type Registered, registerReady } from '../../support/accounts.ts';
import { newPasskey, attest, type Deviations, creationOptions } from '../../support/authenticator.ts';
import { useService } from '../../support/service.ts';
import { refused } from '../passkey/calls.ts';

const service = useService();
let person: Registered;
beforeAll(async () => {
  person = await registerReady(service(), { firstName: 'Ana', lastName: 'Popescu' });
});
const list = async (token = person.token) =>
  (await service().api('GET', '/api/v1/me/passkeys', { token })).body as { id: string }[];
const remove = (id: string, token = person.token) => service().api('DELETE', `/api/v1/me/passkeys/${id}`, { token });
const register = (body: unknown, token = person.token) => service().api('POST', '/api/v1/passkey/register', { token, body });
const made = async (deviations: Deviations = {}) => attest(await creationOptions(service(), person.token), deviations);

describe('GET /api/v1/me/passkeys and DELETE /api/v1/me/passkeys/{id}', () => {
  test('200: own passkeys, newest first, also for an API key; 204 deletes one, then 404', async () => {
    const { api } = service();
    const { token } = await registerReady(service());
    const ids = [];
    for (const name of ['one', 'two', 'three']) ids.unshift((await newPasskey(service(), token, { name })).id);
    expect((await list(token)).map(({ id }) => id)).toEqual(ids);
    const made = await api('POST', '/api/v1/api-tokens', { token, body: { name: 'key', scopes: ['invoice.view'] } });
    expect((await list((made.body as { token: string }).token)).map(({ id }) => id)).toEqual(ids);
    const [, middle = ''] = ids;
    expect(await remove(middle, token)).toMatchObject({ status: 204, body: undefined });
    expect(await remove(middle, token)).toMatchObject(refused(404, 'not_found'));
    expect((await list(token)).map(({ id }) => id)).toEqual(ids.filter(id => id !== middle));
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
