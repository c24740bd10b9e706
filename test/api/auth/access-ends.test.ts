import { describe, expect, test } from 'vitest';
import type { SignedIn } from '../../support/contract.ts';
import { changeAccount, PASSWORD, type Registered, registerConfirmed } from '../../support/accounts.ts';
import { keyWith } from '../../support/members.ts';
import { useOwnService } from '../../support/service.ts';

/** What ends access ends it with the next request: of every session, of refreshing, and of keys. */

const service = useOwnService({ machines: [] });

/** A person with two logins and a key. */
async function newPerson(): Promise<{ person: Registered; second: SignedIn; key: string }> {
  const person = await registerConfirmed(service());
  const { body } = await service().api('POST', '/api/auth', { body: { email: person.email, password: PASSWORD } });
  return { person, second: body as SignedIn, key: await keyWith(service(), person, ['invoice.view']) };
}

const me = async (token: string): Promise<number> => (await service().api('GET', '/api/v1/me', { token })).status;
const refresh = async (token: string): Promise<number> =>
  (await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token: token } })).status;

/** Statuses of both access tokens, of the key, and of both refresh tokens. */
const everything = async ({ person, second, key }: Awaited<ReturnType<typeof newPerson>>): Promise<number[]> => [
  await me(person.token),
  await me(second.token),
  await me(key),
  await refresh(person.refreshToken),
  await refresh(second.refresh_token),
];

describe('access ends with the next request', () => {
  test('before: all of it is good', async () => {
    expect(await everything(await newPerson())).toEqual([200, 200, 200, 200, 200]);
  });

  test('a new password ends every login, and no key', async () => {
    const all = await newPerson();
    const body = { password: 'Another-Horse-9-Battery', currentPassword: PASSWORD };
    expect((await service().api('PATCH', '/api/v1/me', { token: all.person.token, body })).status).toBe(200);
    expect(await everything(all)).toEqual([401, 401, 200, 401, 401]);
  });

  test('an account that is switched off ends all; switched on again, all goes on', async () => {
    const all = await newPerson();
    await changeAccount(all.person.userId, { active: false });
    expect(await everything(all)).toEqual([403, 403, 401, 403, 403]);
    await changeAccount(all.person.userId, { active: true });
    expect(await everything(all)).toEqual([200, 200, 200, 200, 200]);
  });

  test('a replayed refresh token ends its own login', async () => {
    const all = await newPerson();
    expect(await refresh(all.person.refreshToken)).toBe(200);
    await service().advance('PT11S');
    expect(await refresh(all.person.refreshToken)).toBe(401);
    expect(await everything(all)).toEqual([401, 200, 200, 401, 200]);
  });

  test('a key that is revoked or rotated ends alone', async () => {
    const all = await newPerson();
    const { body } = await service().api('GET', '/api/v1/api-tokens', { token: all.person.token });
    const [{ id }] = body as [{ id: string }];
    const rotated = await service().api('POST', `/api/v1/api-tokens/${id}/rotate`, { token: all.person.token });
    expect(await everything(all)).toEqual([200, 200, 401, 200, 200]);
    const next = rotated.body as { id: string; token: string };
    expect(await me(next.token)).toBe(200);
    await service().api('DELETE', `/api/v1/api-tokens/${next.id}`, { token: all.person.token });
    expect(await me(next.token)).toBe(401);
  });
});
