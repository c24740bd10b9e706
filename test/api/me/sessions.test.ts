import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../support/refusals.ts';
import { useOwnService, type User } from '../../support/service.ts';
import { type Login, sessionCalls } from './session-calls.ts';

const service = useOwnService({ machines: [] });
const { login: loginOf, call, list, works, refreshed, logOut } = sessionCalls(service);

let user: User;
beforeAll(async () => {
  user = await service().newUser();
});

const login = (userAgent: string, own = user) => loginOf(userAgent, own);

describe('POST /api/auth/logout (ACC-58)', () => {
  it('204: the access token and the refresh token are invalid, other logins remain', async () => {
    const [one, other] = [await login('a'), await login('b')];
    expect((await logOut({ refresh_token: one.refresh_token })).status).toBe(204);
    expect([await works(one.token), await works(other.token)]).toEqual([false, true]);
    expect((await refreshed(one.refresh_token)).status).toBe(401);
    expect((await logOut({ refresh_token: one.refresh_token })).status).toBe(204);
  });

  it('also by a refresh token that was used before', async () => {
    const one = await login('a');
    const next = (await refreshed(one.refresh_token)).body as Login;
    expect((await logOut({ refresh_token: one.refresh_token })).status).toBe(204);
    expect(await works(next.token)).toBe(false);
    expect((await refreshed(next.refresh_token)).status).toBe(401);
  });

  it('204 for an unknown token, 400 without one', async () => {
    expect((await logOut({ refresh_token: 'x'.repeat(107) })).status).toBe(204);
    expect(codeOf((await logOut({})) as Parameters<typeof codeOf>[0])).toEqual([400, 'bad_request']);
  });
});

describe('GET and DELETE /api/v1/me/sessions', () => {
  it('lists active sessions, the last used first, and marks that of the request', async () => {
    const own = await service().newUser();
    const first = await login('Phone/1.0', own);
    const second = await login(`Laptop ${'x'.repeat(300)}\u00e9`, own);
    service().runtime.clock.advance('PT1M');
    await refreshed(first.refresh_token);
    const sessions = await list(second.token);
    expect(sessions.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ userAgent: 'Phone/1.0', current: false });
    const asking = sessions.find(({ current }) => current);
    expect(asking?.userAgent).toHaveLength(200);
    expect(Date.parse(asking?.expiresAt ?? '') - Date.parse(asking?.createdAt ?? '')).toBeCloseTo(30 * 86_400_000, -4);
    expect(JSON.stringify(sessions)).not.toMatch(/hash|family/i);
  });

  it('ends one: 204, then 404; not for another person', async () => {
    const [one, other] = [await login('to be ended'), await login('asks')];
    const id = (await list(one.token)).find(({ current }) => current)?.id;
    const stranger = await service().newUser();
    expect((await call('DELETE', `/api/v1/me/sessions/${id}`, stranger.token)).status).toBe(404);
    expect((await call('DELETE', `/api/v1/me/sessions/${id}`, other.token)).status).toBe(204);
    expect([await works(one.token), await works(other.token)]).toEqual([false, true]);
    expect((await call('DELETE', `/api/v1/me/sessions/${id}`, other.token)).status).toBe(404);
    expect((await list(other.token)).map(session => session.id)).not.toContain(id);
  });

  it('ends all others: the session of the request remains, and can be refreshed', async () => {
    const [one, other, asks] = [await login('a'), await login('b'), await login('c')];
    expect((await call('DELETE', '/api/v1/me/sessions', asks.token)).status).toBe(204);
    expect([await works(one.token), await works(other.token), await works(asks.token)]).toEqual([false, false, true]);
    expect((await refreshed(one.refresh_token)).status).toBe(401);
    expect((await refreshed(asks.refresh_token)).status).toBe(200);
    expect(await list(asks.token)).toHaveLength(1);
    // A new login has not ended with the others.
    expect(await works((await login('d')).token)).toBe(true);
  });
});
