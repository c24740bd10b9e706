import { describe, expect, test } from 'vitest';
import { readSession, sessionKey } from '../../../shared/access/records.ts';
import { newRefreshToken, newTokenFamily, readRefreshToken } from '../../../shared/access/credentials.ts';
import type { Session } from '../../../shared/access/model.ts';
import { getItem, queryItems } from '../../../shared/store/read.ts';
import { type Item, userPartition } from '../../../shared/store/table.ts';
import type { SignedIn } from '../../support/contract.ts';
import { changeAccount, registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [] });

const send = (body: unknown) => service().api('POST', '/api/auth/token/refresh', { body });
const refresh = async (token: string): Promise<SignedIn & { status: number }> => {
  const { status, body } = await send({ refresh_token: token });
  return { status, ...(body as SignedIn) };
};
const me = (token: string) => service().api('GET', '/api/v1/me', { token });

const partsOf = (token: string) => {
  const parts = readRefreshToken(token);
  if (!parts) throw new Error('No refresh token.');
  return parts;
};
const sessionOf = (token: string): Promise<Session | undefined> => readSession(partsOf(token).userId, partsOf(token).sessionId);

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

  test.each([{}, { refresh_token: 5 }, { refresh_token: null }, { refresh_token: '' }])('400 for %o', async body => {
    expect(await send(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  test.each(['unknown', 'x'.repeat(107)])('401 for the unknown token %s', async token => {
    expect((await refresh(token)).status).toBe(401);
  });

  test('401 for the valid form of a session that does not exist', async () => {
    const { userId, sessionId, family } = partsOf((await registerOnly(service())).refreshToken);
    expect((await refresh(newRefreshToken(userId, userId, family))).status).toBe(401);
    expect((await refresh(newRefreshToken(sessionId, sessionId, family))).status).toBe(401);
  });

  test('403 when the account is inactive; its tokens are not used up by asking', async () => {
    const { userId, refreshToken } = await registerOnly(service());
    await changeAccount(userId, { active: false });
    expect(await send({ refresh_token: refreshToken })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'account_inactive' } } },
    });
    await changeAccount(userId, { active: true });
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test('a lost answer: the used token gets the same successor again within 10 seconds', async () => {
    const { refreshToken } = await registerOnly(service());
    const first = await refresh(refreshToken);
    await service().advance('PT5S');
    const again = await refresh(refreshToken);
    expect(again).toMatchObject({ status: 200, refresh_token: first.refresh_token });
    expect((await me(again.token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  test('a replay after 10 seconds: 401, and the whole login is over, its access tokens too', async () => {
    const { token, refreshToken } = await registerOnly(service());
    const next = await refresh(refreshToken);
    await service().advance('PT11S');
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(next.refresh_token)).status).toBe(401);
    expect((await me(next.token)).status).toBe(401);
    expect((await me(token)).status).toBe(401);
    expect((await sessionOf(refreshToken))?.revokedAt).not.toBeNull();
  });

  test('a replay of a token older than the predecessor ends the login at once', async () => {
    const { refreshToken } = await registerOnly(service());
    const second = await refresh(refreshToken);
    const third = await refresh(second.refresh_token);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(third.refresh_token)).status).toBe(401);
  });

  test('a replay does not touch the other logins of the person', async () => {
    process.env['EMAIL_CONFIRMATION'] = 'optional';
    const { email, refreshToken } = await registerOnly(service());
    const other = await service().api('POST', '/api/auth', { body: { email, password: 'Correct-Horse-9-Battery' } });
    process.env['EMAIL_CONFIRMATION'] = 'required';
    await refresh(refreshToken);
    await service().advance('PT11S');
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh((other.body as SignedIn).refresh_token)).status).toBe(200);
  });

  test('a token invented for a known session is refused and ends nothing', async () => {
    const { refreshToken } = await registerOnly(service());
    const { userId, sessionId } = partsOf(refreshToken);
    expect((await refresh(newRefreshToken(userId, sessionId, newTokenFamily()))).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test('50 simultaneous refreshes of one token: one successor, which all of them get, and one live login', async () => {
    const { userId, refreshToken } = await registerOnly(service());
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)));
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(answers.map(answer => answer.refresh_token)).size).toBe(1);
    const sessions = await queryItems<Item & { data: Session }>({ partition: userPartition(userId), beginsWith: 'SESSION#' });
    expect(sessions.filter(session => session.data.revokedAt === null)).toHaveLength(1);
    const successor = answers[0]?.refresh_token ?? '';
    expect(sessions[0]?.data.refreshHash).toBe(partsOf(successor).hash);
    expect((await refresh(successor)).status).toBe(200);
  });

  test('30 simultaneous refreshes under transaction conflicts and lost answers: still one successor', async () => {
    const { refreshToken } = await registerOnly(service());
    const { faults } = service().runtime;
    faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict', rate: 0.3, seed: 7 });
    faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer', rate: 0.3, seed: 11 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => refresh(refreshToken)));
    faults.clear();
    const given = answers.filter(answer => answer.status === 200);
    expect(answers.filter(answer => ![200, 503].includes(answer.status))).toEqual([]);
    expect(new Set(given.map(answer => answer.refresh_token)).size).toBe(1);
    expect((await refresh(given[0]?.refresh_token ?? '')).status).toBe(200);
  });

  test('lifetime counts from the last refresh: 30 days, sliding', async () => {
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

  test('the session expires with its refresh token', async () => {
    const { refreshToken } = await registerOnly(service());
    const { userId, sessionId } = partsOf(refreshToken);
    const item = await getItem<Item>(sessionKey(userId, sessionId));
    const nowSeconds = Math.floor(service().runtime.clock.now() / 1000);
    expect(item?.expiresAt).toBeGreaterThan(nowSeconds + 30 * 86_400 - 60);
    expect(item?.expiresAt).toBeLessThanOrEqual(nowSeconds + 30 * 86_400);
  });

  test('a failing signer does not use the token up', async () => {
    const { refreshToken } = await registerOnly(service());
    const key = process.env['TOKEN_KEY'];
    process.env['TOKEN_KEY'] = 'alias/none';
    const failed = await refresh(refreshToken);
    process.env['TOKEN_KEY'] = key;
    expect(failed.status).toBe(500);
    await service().advance('PT1M');
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test('takes one round trip of reads and one transaction', async () => {
    await refresh((await registerOnly(service())).refreshToken);
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ roundTrips: 2, scans: 0 });
  });
});
