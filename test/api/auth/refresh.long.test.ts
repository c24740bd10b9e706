import { describe, expect, test } from 'vitest';
import type { Session } from '#shared/platform/access/model.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type Item, userPartition } from '#shared/platform/store/table.ts';
import type { SignedIn } from '../../support/contract.ts';
import { registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { partsOf, refreshCalls } from './refresh-calls.ts';

const service = useOwnService({ machines: [] });
const { refresh } = refreshCalls(service);

describe('POST /api/auth/token/refresh', () => {
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

  test('a failing signer does not use up the token', async () => {
    const { refreshToken } = await registerOnly(service());
    const key = process.env['TOKEN_KEY'];
    process.env['TOKEN_KEY'] = 'alias/none';
    const failed = await refresh(refreshToken);
    process.env['TOKEN_KEY'] = key;
    expect(failed.status).toBe(500);
    await service().advance('PT1M');
    expect((await refresh(refreshToken)).status).toBe(200);
  });
});
