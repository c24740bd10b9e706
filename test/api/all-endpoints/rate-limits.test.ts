import { beforeAll, describe, expect, test } from 'vitest';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { limitSubject } from '#shared/platform/lambda/limits/address.ts';
import { BUCKETS, WINDOWS } from '#shared/platform/lambda/limits/policies.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { newEmail, registerReady } from '../../support/accounts.ts';
import { LONG } from '../../support/effort.ts';
import { CASES } from '../../support/matrix/endpoints.ts';
import { forgedTokens } from '../../support/matrix/forged.ts';
import { newKey, newOrganization, type Organization, type Person } from '../../support/matrix/people.ts';
import { filled } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import { parametersOf } from '../../support/matrix/targets.ts';
import { useOwnService } from '../../support/service.ts';
import { LIMIT_REACHED, rateLimitCalls } from './rate-limit-calls.ts';

/** Limits per address of single endpoints, and the general ones (REQ-65, REQ-66). */
const LIMITED: Record<string, [limit: number, seconds: number]> = {
  'POST /api/auth': [5, 60],
  'POST /api/auth/register': [10, 3600],
  'POST /api/auth/mfa/verify': [5, 60],
  'POST /api/auth/idp': [10, 60],
  'POST /api/auth/passkey/login': [10, 60],
  'POST /api/auth/passkey/login/options': [10, 60],
  'POST /api/auth/forgot-password': [3, 900],
  'POST /api/auth/reset-password': [3, 900],
  'POST /api/v1/contact': [3, 3600],
  'POST /api/v1/licensing/validate': [10, 3600],
  // REQ-66
  'POST /api/auth/resend-confirmation': [10, 3600],
  // Public links: OUT-72.
  'GET /api/v1/share/{token}': [60, 60],
  'GET /api/v1/share/{token}/pdf': [60, 60],
  'GET /api/v1/share/{token}/xml': [60, 60],
  'GET /pages/share/{token}': [60, 60],
  'GET /pages/unsubscribe/{token}': [60, 60],
  'POST /pages/unsubscribe/{token}': [60, 60],
};

const WINDOWED = CASES.filter(({ definition }) => definition.window);

const service = useOwnService({ machines: [], rateLimits: true });
beforeAll(() => void service().runtime.clock.freeze(true));
const { get, newAddress, post, send } = rateLimitCalls(service);

describe('the limit of an endpoint', () => {
  test('exists for every endpoint that has one by the contract, and for no other', () => {
    const limited = WINDOWED.map(({ title, definition }) => {
      const { limit, seconds } = WINDOWS[definition.window ?? 'login'];
      return [title, [limit, seconds]];
    });
    expect(Object.fromEntries(limited)).toEqual(
      Object.fromEntries(Object.entries(LIMITED).filter(([title]) => CASES.some(one => one.title === title))),
    );
    expect(limited.length).toBeGreaterThan(2);
  });

  test('counts for a whole network of IPv6 addresses, however they are spelled, and for an IPv4 address within IPv6', async () => {
    const login = async (address: string): Promise<number> =>
      (await post('/api/auth', address, { email: newEmail(), password: 'wrong-Horse-9-Battery' })).status;
    const network = Array.from(
      { length: 20 },
      (_, place) => `2001:${place % 2 ? 'DB8' : '0db8'}:ffff:2::${(place + 1).toString(16)}`,
    );
    const from = await Promise.all(network.map(login));
    expect(from.toSorted()).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 15 }, () => 429)]);
    expect(await login('2001:db8:ffff:3::1')).toBe(401);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await login('198.51.100.77')).toBe(401);
    for (const mapped of ['::ffff:198.51.100.77', '::ffff:c633:644d']) expect(await login(mapped)).toBe(429);
  });

  // Some limits are so high that they are left to the long run.
  test.each(LONG ? selected(WINDOWED) : WINDOWED.slice(0, 1))(
    '$title: of twice as many at once exactly the limit is processed; other clients are not affected, nor is the next window',
    async ({ title, definition }) => {
      const [limit, seconds] = LIMITED[title] ?? [0, 0];
      const path = filled(definition.path, Object.fromEntries(parametersOf(definition.path).map(name => [name, 'x'])));
      const [address, other] = [newAddress(), newAddress()];
      const ask = (from: string) => send(definition.method, path, from, definition.method === 'GET' ? {} : { body: {} });
      const answers = await Promise.all(Array.from({ length: 2 * limit }, () => ask(address)));
      const refused = answers.filter(answer => answer.status === 429);
      expect(refused).toHaveLength(limit);
      for (const answer of refused) {
        expect(answer).toMatchObject(LIMIT_REACHED);
        expect(Object.keys(answer.json as object)).toEqual(['error']);
        expect(answer.headers['retry-after']).toBe(String(seconds));
      }
      expect((await ask(other)).status).not.toBe(429);
      service().runtime.clock.advance(`PT${seconds - 1}S`);
      expect(await ask(address)).toMatchObject({ ...LIMIT_REACHED, headers: { 'retry-after': '1' } });
      service().runtime.clock.advance('PT1S');
      expect((await ask(address)).status).not.toBe(429);
    },
  );
});

describe('the general limits', () => {
  /** An address that has so many tokens left in a tier. */
  async function addressWith(left: number, tier: keyof typeof BUCKETS): Promise<string> {
    const address = newAddress();
    const taken = BUCKETS[tier].size - left;
    const item = {
      pk: `RATE#${tier}#${limitSubject(address)}`,
      sk: 'BUCKET',
      kind: 'counter' as const,
      taken,
      filledAt: service().runtime.clock.now(),
    };
    await transact([put(item)]);
    return address;
  }

  test.each(['unauthenticated', 'authenticated'] as const)(
    '%s: of 40 at once exactly those with a token pass; each refill lets exactly its number pass',
    async tier => {
      const token = tier === 'authenticated' ? (await registerReady(service())).token : undefined;
      const address = await addressWith(7, tier);
      const passed = async (times: number): Promise<number> => {
        const answers = await Promise.all(Array.from({ length: times }, () => get(address, token)));
        expect(answers.filter(({ status }) => ![200, 429].includes(status))).toEqual([]);
        for (const answer of answers.filter(({ status }) => status === 429)) {
          expect(answer).toMatchObject(LIMIT_REACHED);
          expect(answer.headers['retry-after']).toBe(String(BUCKETS[tier].everySeconds));
        }
        return answers.filter(({ status }) => status === 200).length;
      };
      expect(await passed(40)).toBe(7);
      service().runtime.clock.advance(`PT${BUCKETS[tier].everySeconds}S`);
      expect(await passed(20)).toBe(20);
    },
  );

  test('an empty bucket rejects requests to every endpoint, before any other error of the request', async () => {
    const address = await addressWith(0, 'unauthenticated');
    const answers = await Promise.all(
      selected(CASES).map(async ({ title, definition: { method, path, uncounted = false } }) => {
        const params = Object.fromEntries(parametersOf(path).map(name => [name, 'x']));
        return { title, uncounted, status: (await send(method, filled(path, params), address)).status };
      }),
    );
    expect(answers.filter(({ status }) => status !== 429)).toEqual(answers.filter(({ uncounted }) => uncounted));
  });

  describe('the larger bucket is for callers with a verified credential', () => {
    let owner: Person;
    let organization: Organization;
    beforeAll(async () => {
      organization = await newOrganization(service(), 'Limits');
      ({ owner } = organization);
    });
    const tierOf = async (path: string, authorization: string): Promise<string | undefined> =>
      (await send('GET', path, newAddress(), { headers: { authorization } })).headers['ratelimit-policy'];
    const UNAUTHENTICATED = '"unauthenticated";q=10000;w=30000';
    const AUTHENTICATED = '"authenticated";q=50000;w=12000';

    test('not for every caller with an Authorization header: forged and expired tokens, unknown, revoked and expired keys, garbage', async () => {
      const tokens = Object.entries(await forgedTokens(owner)).filter(([name]) => !/unknown session|unknown user/.test(name));
      const sent = {
        garbage: 'x',
        'garbage as a token': 'Bearer a.b.c',
        'Basic credentials': 'Basic eDp5',
        'an unknown key': `af_${'0'.repeat(32)}${owner.userId.replaceAll('-', '')}`,
        'a revoked key': await newKey(organization, owner, [], { revokedAt: instant() }),
        'an expired key': await newKey(organization, owner, [], { expireAt: instantIn(-1) }),
        ...Object.fromEntries(tokens.map(([name, token]) => [name, `Bearer ${token}`])),
      };
      for (const [name, authorization] of Object.entries(sent))
        expect(await tierOf('/api/v1/me', authorization), name).toBe(UNAUTHENTICATED);
    });

    test('valid tokens and keys use it', async () => {
      expect(await tierOf('/api/v1/me', `Bearer ${owner.token}`)).toBe(AUTHENTICATED);
      expect(await tierOf('/api/v1/me', await newKey(organization, owner, []))).toBe(AUTHENTICATED);
    });

    test('a public endpoint does not read credentials', async () => {
      for (const authorization of ['x', 'Bearer a.b.c', `Bearer ${owner.token}`])
        expect(await tierOf('/.well-known/jwks.json', authorization)).toBe(UNAUTHENTICATED);
    });

    test('an empty bucket of unauthenticated callers rejects forged credentials before 401, and no genuine one', async () => {
      const address = await addressWith(0, 'unauthenticated');
      expect((await get(address, 'a.b.c')).status).toBe(429);
      expect((await get(address, owner.token)).status).toBe(200);
    });
  });
});

describe('RateLimit and RateLimit-Policy', () => {
  test('have the rest of each limit that counted the request, also when another rule rejects it', async () => {
    const address = newAddress();
    const headers = async (): Promise<(string | undefined)[]> => {
      const answer = await post('/api/auth', address, { email: newEmail(), password: 'wrong' });
      return [answer.headers['ratelimit'], answer.headers['ratelimit-policy']];
    };
    const policy = '"unauthenticated";q=10000;w=30000, "login";q=5;w=60';
    expect(await headers()).toEqual(['"unauthenticated";r=9999;t=300, "login";r=4;t=60', policy]);
    service().runtime.clock.advance('PT20S');
    expect(await headers()).toEqual(['"unauthenticated";r=9998;t=280, "login";r=3;t=40', policy]);
    for (let sent = 0; sent < 3; sent++) await headers();
    expect(await headers()).toEqual(['"unauthenticated";r=9994;t=280, "login";r=0;t=40', policy]);
  });
});
