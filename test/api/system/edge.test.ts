import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { PROOF_HEADER, VIEWER_HEADER } from '#shared/platform/lambda/endpoint/edge.ts';
import { newEmail } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';

/** A stage behind CloudFront: the address that limits count, and requests around the edge (docs/adr/0023-edge.md). */

const service = useOwnService({ machines: [], rateLimits: true });
const SECRET = 'secret-of-the-edge';
/** An address of CloudFront: that of all callers, as API Gateway sees them. */
const CLOUDFRONT = '198.51.100.1';

beforeEach(() => {
  vi.stubEnv('EDGE_PROOFS', sha256(SECRET));
  vi.stubEnv('EDGE_ONLY', 'on');
});
afterEach(() => vi.unstubAllEnvs());

const login = (headers: Record<string, string>) =>
  service().api('POST', '/api/auth', {
    body: { email: newEmail(), password: 'wrong' },
    headers: { 'x-forwarded-for': CLOUDFRONT, ...headers },
  });
const through = (viewer: string) => login({ [PROOF_HEADER]: SECRET, [VIEWER_HEADER]: viewer });
const statuses = async (times: number, call: () => ReturnType<typeof login>): Promise<number[]> => {
  const seen: number[] = [];
  for (let sent = 0; sent < times; sent++) seen.push((await call()).status);
  return seen;
};

describe('behind the edge', () => {
  test.each([
    ['203.0.113.9', '203.0.113.91'],
    // IPv6 counts by /64.
    ['2001:db8:0:9::9', '2001:db8:0:91::9'],
  ])('limits count the address of the viewer %s, not that of CloudFront or of %s', async (viewer, other) => {
    expect(await statuses(6, () => through(viewer))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await through(other)).status).toBe(401);
  });

  test('requests around it are rejected without any call, whatever address they claim', async () => {
    const guesses: Record<string, string>[] = [
      {},
      { [VIEWER_HEADER]: '203.0.113.77' },
      { [PROOF_HEADER]: 'guess', [VIEWER_HEADER]: '203.0.113.77' },
    ];
    for (const headers of guesses) {
      expect(await login(headers)).toMatchObject({ status: 403, body: { error: { details: { reason: 'direct_request' } } } });
      expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ calls: 0 });
    }
    // That has used up no caller's limit.
    expect(await statuses(5, () => through('203.0.113.77'))).toEqual([401, 401, 401, 401, 401]);
  });

  test('a credential does not help', async () => {
    expect(await service().api('GET', '/api/v1/me', { token: 'forged' })).toMatchObject({ status: 403 });
  });

  test('the health of the service can be read behind it too', async () => {
    expect((await service().api('GET', '/health')).status).toBe(200);
  });

  test('before it is closed, both are accepted, and each counts for its own address', async () => {
    vi.stubEnv('EDGE_ONLY', '');
    const direct = { 'x-forwarded-for': '192.0.2.99', [VIEWER_HEADER]: '203.0.113.50' };
    expect(await statuses(6, () => login(direct))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await through('203.0.113.50')).status).toBe(401);
  });
});
