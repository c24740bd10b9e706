import { afterEach, describe, expect, test } from 'vitest';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [], rateLimits: true });

afterEach(() => service().runtime.faults.clear());

describe('GET /.well-known/jwks.json', () => {
  test('200 without a credential: a JWK Set that may be cached', async () => {
    const answer = await service().api('GET', '/.well-known/jwks.json');
    expect(answer).toMatchObject({ status: 200, body: { keys: expect.any(Array) as unknown[] } });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.headers.get('content-type')).toContain('application/json');
  });
});
