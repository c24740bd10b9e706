import { describe, expect, test } from 'vitest';
import { newEmail, PASSWORD } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { attemptCalls } from './attempt-calls.ts';

const service = useOwnService({ machines: [], rateLimits: true });
const { call } = attemptCalls(service);

/** Calls a path several times from one address; the statuses, in order. */
async function statuses(path: string, address: string, times: number, body: () => unknown): Promise<number[]> {
  const seen: number[] = [];
  for (let sent = 0; sent < times; sent++) seen.push((await call(path, address, body())).status);
  return seen;
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('rate limits of the account endpoints (REQ-66)', () => {
  test('POST /api/auth: 5 a minute per address, whatever the credentials; then 429 with Retry-After', async () => {
    const email = newEmail();
    await call('/api/auth/register', '192.0.2.1', { email, password: PASSWORD });
    expect(await statuses('/api/auth', '192.0.2.1', 5, () => ({ email, password: 'wrong' }))).toEqual(times(5, 401));
    const limited = await call('/api/auth', '192.0.2.1', { email, password: PASSWORD });
    expect(limited).toMatchObject({ status: 429, body: { error: expect.any(String) as string } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await call('/api/auth', '192.0.2.2', { email, password: 'wrong' })).status).toBe(401);
    await service().advance('PT61S');
    expect((await call('/api/auth', '192.0.2.1', { email, password: 'wrong' })).status).toBe(401);
  });

  test('the limit is checked before anything else: also for an invalid body', async () => {
    expect(await statuses('/api/auth', '192.0.2.3', 7, () => ({}))).toEqual([...times(5, 400), ...times(2, 429)]);
  });
});
