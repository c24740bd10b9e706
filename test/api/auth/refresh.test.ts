import { describe, expect, test } from 'vitest';
import { sessionKey } from '#shared/platform/access/records.ts';
import { newRefreshToken, newTokenFamily } from '#shared/platform/access/credentials.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { changeAccount, registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { partsOf, refreshCalls } from './refresh-calls.ts';

const service = useService();
const { send, refresh } = refreshCalls(service);
const me = (token: string) => service().api('GET', '/api/v1/me', { token });

describe('POST /api/auth/token/refresh', () => {
  test('200: a new access token and a new refresh token, also before the email is confirmed', async () => {
    const { token, refreshToken } = await registerOnly(service());
    const next = await refresh(refreshToken);
    expect(next.status).toBe(200);
    expect(next.refresh_token).not.toBe(refreshToken);
    expect(next.token).not.toBe(token);
    expect((await me(next.token)).status).toBe(200);
    expect((await me(token)).status).toBe(200);
    expect((await refresh(next.refresh_token)).status).toBe(200);
  });

  test('400 without a token', async () => {
    expect(await send({})).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test.each(['unknown', 'x'.repeat(107)])('401 for the unknown token %s', async token => {
    expect((await refresh(token)).status).toBe(401);
  });

  test('401 for a well-formed token of a session that does not exist', async () => {
    const { userId, sessionId, family } = partsOf((await registerOnly(service())).refreshToken);
    expect((await refresh(newRefreshToken(userId, userId, family))).status).toBe(401);
    expect((await refresh(newRefreshToken(sessionId, sessionId, family))).status).toBe(401);
  });

  test('403 when the account is inactive; the token is not used up by the request', async () => {
    const { userId, refreshToken } = await registerOnly(service());
    await changeAccount(userId, { active: false });
    expect(await send({ refresh_token: refreshToken })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'account_inactive' } } },
    });
    await changeAccount(userId, { active: true });
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test('a token invented for a known session is rejected and ends nothing', async () => {
    const { refreshToken } = await registerOnly(service());
    const { userId, sessionId } = partsOf(refreshToken);
    expect((await refresh(newRefreshToken(userId, sessionId, newTokenFamily()))).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test('the session expires with its refresh token', async () => {
    const { refreshToken } = await registerOnly(service());
    const { userId, sessionId } = partsOf(refreshToken);
    const item = await getItem<Item>(sessionKey(userId, sessionId));
    const nowSeconds = Math.floor(service().runtime.clock.now() / 1000);
    expect(item?.expiresAt).toBeGreaterThan(nowSeconds + 30 * 86_400 - 60);
    expect(item?.expiresAt).toBeLessThanOrEqual(nowSeconds + 30 * 86_400);
  });

  test('takes one round trip of reads and one transaction', async () => {
    await refresh((await registerOnly(service())).refreshToken);
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ roundTrips: 2, scans: 0 });
  });
});
