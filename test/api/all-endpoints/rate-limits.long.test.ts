import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, PASSWORD, registerReady } from '../../support/accounts.ts';
import { senderTo } from '../../support/matrix/send.ts';
import { useOwnService } from '../../support/service.ts';
import { LIMIT_REACHED, rateLimitCalls } from './rate-limit-calls.ts';

/** Attempts to get around the limits of an address, all rejected, and the headers of the limits (REQ-64 to REQ-68). */

const service = useOwnService({ machines: [], rateLimits: true });
beforeAll(() => void service().runtime.clock.freeze(true));
const { get, newAddress, post } = rateLimitCalls(service);

describe('the limit of an endpoint', () => {
  test('50 simultaneous logins: 5 are processed, and the right password does not help', async () => {
    const { email } = await registerReady(service());
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        post('/api/auth', address, { email, password: place % 2 === 0 ? PASSWORD : 'wrong' }),
      ),
    );
    const looked = answers.filter(answer => answer.status !== 429);
    expect(looked).toHaveLength(5);
    for (const { status } of looked) expect([200, 401]).toContain(status);
    expect(await post('/api/auth', address, { email, password: PASSWORD })).toMatchObject(LIMIT_REACHED);
    expect((await post('/api/auth', newAddress(), { email, password: PASSWORD })).status).toBe(200);
  });

  test('a credential does not help either, and counts for no other address', async () => {
    const { token, email } = await registerReady(service());
    const address = newAddress();
    const statuses = [];
    for (let sent = 0; sent < 7; sent++) {
      const headers: Record<string, string> = sent % 2 === 0 ? { authorization: `Bearer ${token}` } : {};
      statuses.push((await post('/api/auth', address, { email, password: 'wrong' }, headers)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('the endpoints of one address have separate windows', async () => {
    const address = newAddress();
    for (let sent = 0; sent < 6; sent++) await post('/api/auth', address);
    expect((await post('/api/auth', address)).status).toBe(429);
    expect((await post('/api/auth/register', address, { email: newEmail(), password: PASSWORD })).status).toBe(201);
  });

  test('addresses that X-Forwarded-For has after the first one make no new client', async () => {
    const address = newAddress();
    for (let sent = 0; sent < 5; sent++) await post('/api/auth', `${address}, 10.0.0.${sent}`);
    expect((await post('/api/auth', `${address}, 10.0.0.99`)).status).toBe(429);
  });
});

describe('the general limits', () => {
  test('counting costs one call, in addition to those that admit', async () => {
    const { token } = await registerReady(service());
    // The first request of a function also reads the keys that tokens are verified with.
    await get(newAddress(), token);
    await get(newAddress(), token);
    const [request] = service().runtime.meter.last(1);
    expect(request?.calls.filter(call => call.operation === 'UpdateItem')).toHaveLength(1);
    // Admission with the count, then the organization of the caller.
    expect(request?.dynamodb.roundTrips).toBe(2);
  });
});

describe('RateLimit and RateLimit-Policy', () => {
  test('of a 429 agree with its Retry-After', async () => {
    const address = newAddress();
    for (let sent = 0; sent < 3; sent++) await post('/api/v1/contact', address);
    const answer = await post('/api/v1/contact', address);
    expect(answer.headers).toMatchObject({
      'retry-after': '3600',
      ratelimit: '"unauthenticated";r=9996;t=300, "contact";r=0;t=3600',
      'ratelimit-policy': '"unauthenticated";q=10000;w=30000, "contact";q=3;w=3600',
    });
  });

  test('of a signed-in caller name the other tier', async () => {
    const { token } = await registerReady(service());
    const headers = { 'x-forwarded-for': newAddress(), authorization: `Bearer ${token}` };
    const answer = await senderTo(service().url)({ method: 'GET', path: '/api/v1/me', headers });
    expect(answer.headers['ratelimit']).toBe('"authenticated";r=49999;t=120');
    expect(answer.headers['ratelimit-policy']).toBe('"authenticated";q=50000;w=12000');
  });
});
