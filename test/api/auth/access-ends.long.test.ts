import { describe, expect, test } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { accessCalls } from './access-ends-calls.ts';
import { authCalls } from './login-calls.ts';

/** Events that end access end it with the next request: of every session, of refreshing, and of keys. */
const service = useOwnService({ machines: [] });
const { newPerson, me, refresh, everything } = accessCalls(service);
const { signedIn } = authCalls(service);

describe('access ends with the next request', () => {
  test('a replayed refresh token ends its own login', async () => {
    const all = await newPerson();
    expect(await refresh(all.person.refreshToken)).toBe(200);
    await service().advance('PT11S');
    expect(await refresh(all.person.refreshToken)).toBe(401);
    expect(await everything(all)).toEqual([401, 200, 200, 401, 200]);
  });

  test('a key that is revoked or rotated ends no other access', async () => {
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

describe('access tokens', () => {
  test('401 after an hour', async () => {
    const { token } = await signedIn();
    await service().advance('PT59M');
    expect(await me(token)).toBe(200);
    await service().advance('PT2M');
    expect(await me(token)).toBe(401);
  });
});
