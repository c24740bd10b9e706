import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/accounts.ts';
import { codeOf } from '../../support/refusals.ts';
import { useOwnService, type User } from '../../support/service.ts';

const service = useOwnService({ machines: [] });

interface Login {
  token: string;
  refresh_token: string;
}

interface Listed {
  id: string;
  userAgent: string | null;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  current: boolean;
}

let user: User;
beforeAll(async () => {
  user = await service().newUser();
});

const login = async (userAgent: string, { email, password } = user): Promise<Login> => {
  const answer = await service().api('POST', '/api/auth', { body: { email, password }, headers: { 'user-agent': userAgent } });
  expect(answer.status).toBe(200);
  return answer.body as Login;
};
const call = (method: string, path: string, token: string, body?: object) =>
  service().api(method, path, { token, ...(body && { body }) });
const list = async (token: string): Promise<Listed[]> => (await call('GET', '/api/v1/me/sessions', token)).body as Listed[];
const works = async (token: string): Promise<boolean> => (await call('GET', '/api/v1/me', token)).status === 200;
const refreshed = (refresh_token: string) => service().api('POST', '/api/auth/token/refresh', { body: { refresh_token } });
const logOut = (body: object) => service().api('POST', '/api/auth/logout', { body });

describe('POST /api/auth/logout (decisions "Sessions")', () => {
  it('204: the access token and the refresh token are over, other logins go on', async () => {
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

  it('204 for a token that nobody has, 400 without one', async () => {
    expect((await logOut({ refresh_token: 'x'.repeat(107) })).status).toBe(204);
    for (const body of [{}, { refresh_token: '' }, { refresh_token: 7 }])
      expect(codeOf((await logOut(body)) as Parameters<typeof codeOf>[0])).toEqual([400, 'bad_request']);
  });
});

describe('GET and DELETE /api/v1/me/sessions', () => {
  it('lists what is in force, the one used last first, and says which one asks', async () => {
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

  it('ends one: 204, then 404; another person cannot', async () => {
    const [one, other] = [await login('to be ended'), await login('asks')];
    const id = (await list(one.token)).find(({ current }) => current)?.id;
    const stranger = await service().newUser();
    expect((await call('DELETE', `/api/v1/me/sessions/${id}`, stranger.token)).status).toBe(404);
    expect((await call('DELETE', `/api/v1/me/sessions/${id}`, other.token)).status).toBe(204);
    expect([await works(one.token), await works(other.token)]).toEqual([false, true]);
    expect((await call('DELETE', `/api/v1/me/sessions/${id}`, other.token)).status).toBe(404);
    expect((await list(other.token)).map(session => session.id)).not.toContain(id);
  });

  it('ends all others: the one that asks goes on, and can be refreshed', async () => {
    const [one, other, asks] = [await login('a'), await login('b'), await login('c')];
    expect((await call('DELETE', '/api/v1/me/sessions', asks.token)).status).toBe(204);
    expect([await works(one.token), await works(other.token), await works(asks.token)]).toEqual([false, false, true]);
    expect((await refreshed(one.refresh_token)).status).toBe(401);
    expect((await refreshed(asks.refresh_token)).status).toBe(200);
    expect(await list(asks.token)).toHaveLength(1);
    // A new login is not over with the others.
    expect(await works((await login('d')).token)).toBe(true);
  });

  it('is for sessions: an API key gets 403', async () => {
    const scope = await service().newCompany(await service().newUser());
    const key = await call('POST', '/api/v1/api-tokens', scope.token, { name: 'Test', scopes: ['invoice.view'] });
    const { token } = key.body as { token: string };
    for (const [method, path] of [
      ['GET', '/api/v1/me/sessions'],
      ['DELETE', '/api/v1/me/sessions'],
      ['DELETE', `/api/v1/me/sessions/${crypto.randomUUID()}`],
    ] as const)
      expect((await service().api(method, path, { headers: { authorization: token } })).status).toBe(403);
  });
});

describe('A login ends for good after 90 days', () => {
  it('however often it is refreshed, with its access tokens', async () => {
    const own = await service().newUser({ password: PASSWORD });
    let { refresh_token, token } = await login('kept', own);
    for (let times = 0; times < 4; times++) {
      service().runtime.clock.advance('P20D');
      const answer = await refreshed(refresh_token);
      expect(answer.status).toBe(200);
      ({ refresh_token, token } = answer.body as Login);
    }
    expect(await works(token)).toBe(true);
    service().runtime.clock.advance('P9DT23H50M');
    expect(await works(token)).toBe(false);
    const last = await refreshed(refresh_token);
    expect(last.status).toBe(200);
    token = (last.body as Login).token;
    expect(await works(token)).toBe(true);
    service().runtime.clock.advance('PT11M');
    expect(await works(token)).toBe(false);
    expect((await refreshed((last.body as Login).refresh_token)).status).toBe(401);
  });
});
