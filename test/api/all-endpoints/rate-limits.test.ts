import { beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { BUCKETS, WINDOWS } from '../../../shared/lambda/limits/policies.ts';
import { instant, instantIn } from '../../../shared/kernel/clock.ts';
import { put, transact } from '../../../shared/store/transact.ts';
import { newEmail, PASSWORD, registerConfirmed } from '../../support/accounts.ts';
import { forgedTokens } from '../../support/matrix/forged.ts';
import { newKey, newOrganization, type Organization, type Person } from '../../support/matrix/people.ts';
import { filled } from '../../support/matrix/resources.ts';
import { commonViolations, type RawAnswer, type Sending, senderTo } from '../../support/matrix/send.ts';
import { parametersOf } from '../../support/matrix/targets.ts';
import { useOwnService } from '../../support/service.ts';

/** Limits per address of single endpoints, and the general ones (interface.md §Rate limits). */
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
  // completions-accounts §2
  'POST /api/auth/resend-confirmation': [10, 3600],
  // Public links: completions-documents.
  'GET /api/v1/share/{token}': [60, 60],
  'GET /api/v1/share/{token}/pdf': [60, 60],
  'GET /api/v1/share/{token}/xml': [60, 60],
  'GET /pages/share/{token}': [60, 60],
  'GET /pages/unsubscribe/{token}': [60, 60],
  'POST /pages/unsubscribe/{token}': [60, 60],
};

const { endpoints } = await loadCatalogue();
const cases = endpoints.map(({ handler: { definition } }) => ({
  title: `${definition.method} ${definition.path}`,
  definition,
}));

const service = useOwnService({ machines: [], rateLimits: true });
beforeAll(() => void service().runtime.clock.freeze(true));

let clients = 0;
/** An address that has asked for nothing yet (RFC 3849). */
const newAddress = (): string => `2001:db8::${(++clients).toString(16)}`;

async function send(method: string, path: string, address: string, more: Partial<Sending> = {}): Promise<RawAnswer> {
  const request = { method, path, ...more, headers: { 'x-forwarded-for': address, ...more.headers } };
  const answer = await senderTo(service().url)(request);
  expect(commonViolations(request, answer), answer.text).toEqual([]);
  return answer;
}
const post = (path: string, address: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  send('POST', path, address, { body, headers });

const LIMIT_REACHED = { status: 429, json: { error: expect.any(String) as string } };

describe('the limit of an endpoint', () => {
  test('every endpoint that has one by the contract has one, and no other', () => {
    const limited = cases
      .filter(({ definition }) => definition.window)
      .map(({ title, definition }) => {
        const { limit, seconds } = WINDOWS[definition.window ?? 'login'];
        return [title, [limit, seconds]];
      });
    expect(Object.fromEntries(limited)).toEqual(
      Object.fromEntries(Object.entries(LIMITED).filter(([title]) => cases.some(one => one.title === title))),
    );
    expect(limited.length).toBeGreaterThan(2);
  });

  test.each(cases.filter(({ definition }) => definition.window))(
    '$title: of twice as many at once exactly the limit is looked at; others go on, and so it does when the window has passed',
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

  test('50 simultaneous logins: 5 are processed, and the right password is no way around', async () => {
    const { email } = await registerConfirmed(service());
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

  test('a credential is no way around either, and counts for no other address', async () => {
    const { token, email } = await registerConfirmed(service());
    const address = newAddress();
    const statuses = [];
    for (let sent = 0; sent < 7; sent++) {
      const headers: Record<string, string> = sent % 2 === 0 ? { authorization: `Bearer ${token}` } : {};
      statuses.push((await post('/api/auth', address, { email, password: 'wrong' }, headers)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('the endpoints of one address have windows of their own', async () => {
    const address = newAddress();
    for (let sent = 0; sent < 6; sent++) await post('/api/auth', address);
    expect((await post('/api/auth', address)).status).toBe(429);
    expect((await post('/api/auth/register', address, { email: newEmail(), password: PASSWORD })).status).toBe(201);
  });

  test('what X-Forwarded-For adds behind the first address makes no new client', async () => {
    const address = newAddress();
    for (let sent = 0; sent < 5; sent++) await post('/api/auth', `${address}, 10.0.0.${sent}`);
    expect((await post('/api/auth', `${address}, 10.0.0.99`)).status).toBe(429);
  });
});

describe('the general limits', () => {
  /** An address that has so many tokens left in a tier. */
  async function addressWith(left: number, tier: keyof typeof BUCKETS): Promise<string> {
    const address = newAddress();
    const taken = BUCKETS[tier].size - left;
    const item = {
      pk: `RATE#${tier}#${address}`,
      sk: 'BUCKET',
      kind: 'counter' as const,
      taken,
      filledAt: service().runtime.clock.now(),
    };
    await transact([put(item)]);
    return address;
  }
  const get = (address: string, token?: string) =>
    senderTo(service().url)({
      method: 'GET',
      path: token === undefined ? '/.well-known/jwks.json' : '/api/v1/me',
      headers: { 'x-forwarded-for': address, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });

  test.each(['unauthenticated', 'authenticated'] as const)(
    '%s: of 40 at once exactly those pass for whom there is a token; each refill lets exactly its number pass',
    async tier => {
      const token = tier === 'authenticated' ? (await registerConfirmed(service())).token : undefined;
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

  test('an empty bucket refuses every endpoint, before anything else that is wrong with the request', async () => {
    const address = await addressWith(0, 'unauthenticated');
    const answers = await Promise.all(
      cases.map(async ({ title, definition: { method, path, uncounted = false } }) => {
        const params = Object.fromEntries(parametersOf(path).map(name => [name, 'x']));
        return { title, uncounted, status: (await send(method, filled(path, params), address)).status };
      }),
    );
    expect(answers.filter(({ status }) => status !== 429)).toEqual(answers.filter(({ uncounted }) => uncounted));
  });

  describe('the larger bucket is for callers whose credential was verified', () => {
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

    test('not for every caller who sends an Authorization header: forged and expired tokens, unknown, revoked and expired keys, garbage', async () => {
      const tokens = Object.entries(await forgedTokens(owner)).filter(([name]) => !/session that|user that/.test(name));
      const sent = {
        garbage: 'x',
        'garbage as a token': 'Bearer a.b.c',
        'Basic credentials': 'Basic eDp5',
        'a key that nobody made': `af_${'0'.repeat(32)}${owner.userId.replaceAll('-', '')}`,
        'a revoked key': await newKey(organization, owner, [], { revokedAt: instant() }),
        'an expired key': await newKey(organization, owner, [], { expireAt: instantIn(-1) }),
        ...Object.fromEntries(tokens.map(([name, token]) => [name, `Bearer ${token}`])),
      };
      for (const [name, authorization] of Object.entries(sent))
        expect(await tierOf('/api/v1/me', authorization), name).toBe(UNAUTHENTICATED);
    });

    test('a token and a key in force have it', async () => {
      expect(await tierOf('/api/v1/me', `Bearer ${owner.token}`)).toBe(AUTHENTICATED);
      expect(await tierOf('/api/v1/me', await newKey(organization, owner, []))).toBe(AUTHENTICATED);
    });

    test('a public endpoint asks for no credential and looks at none', async () => {
      for (const authorization of ['x', 'Bearer a.b.c', `Bearer ${owner.token}`])
        expect(await tierOf('/.well-known/jwks.json', authorization)).toBe(UNAUTHENTICATED);
    });

    test('an empty bucket of unauthenticated callers refuses forged credentials before 401, and no genuine one', async () => {
      const address = await addressWith(0, 'unauthenticated');
      expect((await get(address, 'a.b.c')).status).toBe(429);
      expect((await get(address, owner.token)).status).toBe(200);
    });
  });

  test('counting costs one call, beside those that admit', async () => {
    const { token } = await registerConfirmed(service());
    await get(newAddress(), token);
    const [request] = service().runtime.meter.last(1);
    expect(request?.calls.filter(call => call.operation === 'UpdateItem')).toHaveLength(1);
    // Admission with the count, then the organization of the caller.
    expect(request?.dynamodb.roundTrips).toBe(2);
  });
});

describe('RateLimit and RateLimit-Policy', () => {
  test('tell what is left of each limit that counted the request, also when another rule refuses it', async () => {
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

  test('a 429 says the same as its Retry-After', async () => {
    const address = newAddress();
    for (let sent = 0; sent < 3; sent++) await post('/api/v1/contact', address);
    const answer = await post('/api/v1/contact', address);
    expect(answer.headers).toMatchObject({
      'retry-after': '3600',
      ratelimit: '"unauthenticated";r=9996;t=300, "contact";r=0;t=3600',
      'ratelimit-policy': '"unauthenticated";q=10000;w=30000, "contact";q=3;w=3600',
    });
  });

  test('a signed-in caller has the other tier', async () => {
    const { token } = await registerConfirmed(service());
    const headers = { 'x-forwarded-for': newAddress(), authorization: `Bearer ${token}` };
    const answer = await senderTo(service().url)({ method: 'GET', path: '/api/v1/me', headers });
    expect(answer.headers['ratelimit']).toBe('"authenticated";r=49999;t=120');
    expect(answer.headers['ratelimit-policy']).toBe('"authenticated";q=50000;w=12000');
  });
});
