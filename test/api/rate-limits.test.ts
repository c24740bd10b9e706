import { beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { WINDOWS } from '../../shared/http/rate-limits.ts';
import { newEmail, PASSWORD, registerConfirmed } from '../support/accounts.ts';
import { filled } from '../support/matrix/resources.ts';
import { commonFaults, type RawAnswer, senderTo } from '../support/matrix/send.ts';
import { parametersOf } from '../support/matrix/targets.ts';
import { useService } from '../support/service.ts';

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
};

const { endpoints } = await loadCatalogue();
const cases = endpoints.map(({ handler: { definition } }) => ({
  title: `${definition.method} ${definition.path}`,
  definition,
}));

const service = useService({ machines: [], rateLimits: true });
beforeAll(() => void service().runtime.clock.freeze(true));

let clients = 0;
/** An address that has asked for nothing yet (RFC 3849). */
const newAddress = (): string => `2001:db8::${(++clients).toString(16)}`;

async function post(path: string, address: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const request = { method: 'POST', path, headers: { 'x-forwarded-for': address, ...headers }, body };
  const answer = await senderTo(service().url)(request);
  expect(commonFaults(request, answer), answer.text).toEqual([]);
  return answer;
}

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
      const answers = await Promise.all(Array.from({ length: 2 * limit }, () => post(path, address)));
      const refused = answers.filter(answer => answer.status === 429);
      expect(refused).toHaveLength(limit);
      for (const answer of refused) {
        expect(answer).toMatchObject(LIMIT_REACHED);
        expect(Object.keys(answer.json as object)).toEqual(['error']);
        expect(answer.headers['retry-after']).toBe(String(seconds));
      }
      expect((await post(path, other)).status).not.toBe(429);
      service().runtime.clock.advance(`PT${seconds - 1}S`);
      expect(await post(path, address)).toMatchObject({ ...LIMIT_REACHED, headers: { 'retry-after': '1' } });
      service().runtime.clock.advance('PT1S');
      expect((await post(path, address)).status).not.toBe(429);
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

test('every answer was as its endpoint declares it', () => {
  expect(service().runtime.violations).toEqual([]);
});
