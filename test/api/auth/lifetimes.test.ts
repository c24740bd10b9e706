import { describe, expect, test } from 'vitest';
import type { Session } from '#shared/platform/access/model.ts';
import { readSession } from '#shared/platform/access/records.ts';
import { changeAccount, mailedToken, PASSWORD, registerReady, registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { mailedCalls, NEW, UNAUTHORIZED } from './mailed-calls.ts';
import { partsOf, refreshCalls } from './refresh-calls.ts';

/** The lifetimes of mailed and refresh tokens: the tests that turn the clock, on one service. */

const service = useOwnService({ machines: [] });
const { confirm, post, resetToken } = mailedCalls(service);
const { refresh } = refreshCalls(service);
const me = (token: string) => service().api('GET', '/api/v1/me', { token });
const sessionOf = (token: string): Promise<Session | undefined> => readSession(partsOf(token).userId, partsOf(token).sessionId);

describe('POST /api/auth/confirm-email', () => {
  test('401 for a token of more than 24 hours; before that it is valid', async () => {
    const [early, late] = [await registerOnly(service()), await registerOnly(service())];
    const tokens = [await mailedToken(service(), early.email), await mailedToken(service(), late.email)];
    await service().advance('PT23H59M');
    expect((await confirm({ token: tokens[0] })).status).toBe(200);
    await service().advance('PT2M');
    expect((await confirm({ token: tokens[1] })).status).toBe(401);
  });
});

describe('POST /api/auth/reset-password', () => {
  test('401 for an unknown, a changed, a used, a replaced and an expired token, and once the account is inactive', async () => {
    const { email, userId } = await registerReady(service());
    const first = await resetToken(email);
    const changed = `${first.slice(0, -2)}${first.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const token of ['x', 'A'.repeat(64), changed])
      expect(await post('/reset-password', { token, password: NEW })).toMatchObject(UNAUTHORIZED);
    const second = await resetToken(email);
    expect(await post('/reset-password', { token: first, password: NEW })).toMatchObject(UNAUTHORIZED);
    expect((await post('/reset-password', { token: second, password: NEW })).status).toBe(200);
    expect(await post('/reset-password', { token: second, password: PASSWORD })).toMatchObject(UNAUTHORIZED);
    const late = await resetToken(email);
    await service().advance('PT1H');
    expect(await post('/reset-password', { token: late, password: PASSWORD })).toMatchObject(UNAUTHORIZED);
    const closed = await resetToken(email);
    await changeAccount(userId, { active: false });
    expect(await post('/reset-password', { token: closed, password: PASSWORD })).toMatchObject(UNAUTHORIZED);
  });
});

describe('POST /api/auth/token/refresh', () => {
  test('a lost response: the used token gets the same successor again within 10 seconds', async () => {
    const { refreshToken } = await registerOnly(service());
    const first = await refresh(refreshToken);
    await service().advance('PT5S');
    const again = await refresh(refreshToken);
    expect(again).toMatchObject({ status: 200, refresh_token: first.refresh_token });
    expect((await me(again.token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  test('a replay after 10 seconds: 401, and the whole login ends, with its access tokens', async () => {
    const { token, refreshToken } = await registerOnly(service());
    const next = await refresh(refreshToken);
    await service().advance('PT11S');
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(next.refresh_token)).status).toBe(401);
    expect((await me(next.token)).status).toBe(401);
    expect((await me(token)).status).toBe(401);
    expect((await sessionOf(refreshToken))?.revokedAt).not.toBeNull();
  });

  test('the lifetime is 30 days from the last refresh', async () => {
    const { refreshToken } = await registerOnly(service());
    await service().advance('P29D');
    const next = await refresh(refreshToken);
    expect(next.status).toBe(200);
    await service().advance('P29D');
    const last = await refresh(next.refresh_token);
    expect(last.status).toBe(200);
    await service().advance('P30DT1S');
    expect((await refresh(last.refresh_token)).status).toBe(401);
  });
});
