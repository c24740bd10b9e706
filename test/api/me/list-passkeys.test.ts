import { beforeAll, describe, expect, test } from 'vitest';
import { type Registered, registerConfirmed } from '../../support/accounts.ts';
import { newPasskey } from '../../support/authenticator.ts';
import { useService } from '../../support/service.ts';
import { refused } from '../passkey/calls.ts';

const service = useService();
let person: Registered;
beforeAll(async () => {
  person = await registerConfirmed(service(), { firstName: 'Ana', lastName: 'Popescu' });
});
const list = async (token = person.token) =>
  (await service().api('GET', '/api/v1/me/passkeys', { token })).body as { id: string }[];
const remove = (id: string, token = person.token) => service().api('DELETE', `/api/v1/me/passkeys/${id}`, { token });

describe('GET /api/v1/me/passkeys and DELETE /api/v1/me/passkeys/{id}', () => {
  test('200: own passkeys, newest first, also for an API key; 204 deletes one, then 404', async () => {
    const { api } = service();
    const { token } = await registerConfirmed(service());
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
});
