import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { claimedBy } from '#shared/platform/access/access-token.ts';
import { ATTEMPTS } from '#shared/platform/lambda/limits/policies.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type Item, userPartition } from '#shared/platform/store/table.ts';
import { everythingAtRest, newEmail, PASSWORD, type Registered, registerReady, resetToken } from '../../support/accounts.ts';
import { assert, newPasskey, requestOptions } from '../../support/authenticator.ts';
import { codeOf, type Guarded, registerGuarded, wrongCode } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { afterTries, LIMIT_REACHED, statuses } from './attempt-calls.ts';

/** A stranger who uses up the attempts of an account does not lock its owner out where they log in from (ACC-95). */
const service = useOwnService({ machines: [], rateLimits: false });
beforeAll(() => void service().runtime.clock.freeze(true));

let addresses = 0;
/** An address that has sent no request yet. */
const newAddress = (): string => `198.51.${Math.floor(++addresses / 250)}.${1 + (addresses % 250)}`;
const post = (path: string, body: unknown, address: string, token?: string) =>
  service().api('POST', path, { body, token, headers: { 'x-forwarded-for': address } });
const login = (email: string, address: string, password = PASSWORD) => post('/api/auth', { email, password }, address);
const lock = (email: string): Promise<void> => afterTries(service(), 'password', email, ATTEMPTS.password.limit);

/** A person who has logged in from an address. */
async function loggedIn(): Promise<Registered & { address: string }> {
  const person = await registerReady(service());
  const address = newAddress();
  expect((await login(person.email, address)).status).toBe(200);
  return { ...person, address };
}

/** Whether the right password from an address is checked while the account has no attempts left. */
async function isLetThrough(email: string, address: string, password = PASSWORD): Promise<boolean> {
  await lock(email);
  const answer = await login(email, address, password);
  if (answer.status !== 200) expect(answer).toMatchObject(LIMIT_REACHED);
  return answer.status === 200;
}

describe('an account whose passwords a stranger uses up', () => {
  test('is open from addresses where its owner logged in before, without a limit on successes, and closed to others', async () => {
    const { email, address } = await loggedIn();
    const stranger = newAddress();
    expect(await statuses(52, () => login(email, stranger, 'wrong'))).toEqual({ 401: 50, 429: 2 });
    for (const _ of [1, 2]) {
      expect((await login(email, address)).status).toBe(200);
      // The success of one does not open it to the other.
      expect(await login(email, stranger)).toMatchObject(LIMIT_REACHED);
    }
    expect(await login(email, newAddress())).toMatchObject(LIMIT_REACHED);
  });

  test('takes 50 an hour from there too, and then not even the right one; a success starts that count again', async () => {
    const { email, address } = await loggedIn();
    const other = newAddress();
    expect((await login(email, other)).status).toBe(200);
    await lock(email);
    expect(await statuses(49, () => login(email, address, 'wrong'))).toEqual({ 401: 49 });
    expect((await login(email, address)).status).toBe(200);
    expect(await statuses(53, () => login(email, address, 'wrong'))).toEqual({ 401: 50, 429: 3 });
    const limited = await login(email, address);
    expect(limited).toMatchObject(LIMIT_REACHED);
    expect(limited.headers.get('retry-after')).toBe('3600');
    // Each address has a count of its own.
    expect((await login(email, other)).status).toBe(200);
    await service().advance('PT1H');
    expect((await login(email, address)).status).toBe(200);
  });

  test('an address that one account knows opens no other account, and no unknown one', async () => {
    const [{ address }, { email }] = [await loggedIn(), await loggedIn()];
    expect(await isLetThrough(email, address)).toBe(false);
    expect(await isLetThrough(newEmail(), address)).toBe(false);
  });

  test('an address is known for 30 days after the last login from it', async () => {
    const { email, address } = await loggedIn();
    for (const [wait, passes] of [
      ['P29D', true],
      ['P29D', true],
      ['P30D', false],
    ] as const) {
      await service().advance(wait);
      expect(await isLetThrough(email, address), wait).toBe(passes);
    }
  });

  test('the table holds no address, and no hash from which it follows without the key', async () => {
    const { userId, address } = await loggedIn();
    const known = await queryItems<Item & { expiresAt: number }>({ partition: userPartition(userId), beginsWith: 'ADDRESS#' });
    // The second one registered it.
    expect(known.map(({ sk }) => sk)).toEqual([1, 2].map(() => expect.stringMatching(/^ADDRESS#[0-9a-f]{64}$/) as string));
    const days = known.map(({ expiresAt }) => (expiresAt - service().runtime.clock.now() / 1000) / 86_400);
    for (const one of days) expect(one).toBeCloseTo(30, 1);
    expect(await everythingAtRest()).not.toContain(address);
  });

  test('known addresses are deleted with the account', async () => {
    const { userId, token } = await loggedIn();
    const removed = await service().api('DELETE', '/api/v1/me', { token, body: { password: PASSWORD } });
    expect(removed.status).toBe(204);
    expect(await queryItems({ partition: userPartition(userId), beginsWith: 'ADDRESS#' })).toEqual([]);
  });
});

/** The token of a challenge, asked for from an address. */
const challenge = async (email: string, address: string): Promise<string> =>
  ((await login(email, address)).body as { mfa_token: string }).mfa_token;
const verify = (mfaToken: string, code: string, address: string) => post('/api/auth/mfa/verify', { mfaToken, code }, address);

/** Requests that may make an address known: sent from it by a person who has a passkey, and a second factor where it says so. */
const WAYS: [what: string, becomesKnown: boolean, by: (person: Registered, address: string) => Promise<number>][] = [
  ['a password', true, async ({ email }, address) => (await login(email, address)).status],
  [
    'a passkey',
    true,
    async ({ email, token }, address) => {
      const { key } = await newPasskey(service(), token);
      const response = assert(await requestOptions(service(), email), key);
      return (await post('/api/auth/passkey/login', { response }, address)).status;
    },
  ],
  [
    'the provider',
    true,
    async ({ email }, address) => {
      const idToken = await service().runtime.idp.token({ sub: randomUUID(), email });
      return (await post('/api/auth/idp', { idToken }, address)).status;
    },
  ],
  [
    'a refresh of a login from elsewhere',
    false,
    async ({ refreshToken }, address) => (await post('/api/auth/token/refresh', { refresh_token: refreshToken }, address)).status,
  ],
  [
    'a request with an access token',
    false,
    async ({ token }, address) =>
      (await service().api('GET', '/api/v1/me', { token, headers: { 'x-forwarded-for': address } })).status,
  ],
];

describe('an address becomes known', () => {
  test.each(WAYS)('by %s: %j', async (_, becomesKnown, by) => {
    const person = await registerReady(service());
    const address = newAddress();
    expect(await by(person, address)).toBe(200);
    expect(await isLetThrough(person.email, address)).toBe(becomesKnown);
  });

  test('by registering', async () => {
    const [email, address] = [newEmail(), newAddress()];
    const registered = await post('/api/auth/register', { email, password: PASSWORD }, address);
    expect(registered.status).toBe(201);
    await lock(email);
    // The right password is looked at: the account must confirm its email first.
    expect((await login(email, address)).status).toBe(403);
    expect(await login(email, newAddress())).toMatchObject(LIMIT_REACHED);
  });

  test('not by a wrong password, nor by a password without the required code; by both', async () => {
    const { email, secret } = await registerGuarded(service());
    const address = newAddress();
    expect((await login(email, address, 'wrong')).status).toBe(401);
    const mfaToken = await challenge(email, address);
    expect((await verify(mfaToken, wrongCode(secret), address)).status).toBe(401);
    expect(await isLetThrough(email, address)).toBe(false);
    await service().advance('PT30S');
    expect((await verify(mfaToken, codeOf(secret), address)).status).toBe(200);
    expect(await isLetThrough(email, address)).toBe(true);
  });
});

describe('all addresses are forgotten', () => {
  const NEW = 'Another-Correct-Horse-9';
  const me = (method: string, path: string, token: string, body?: object) =>
    service().api(method, `/api/v1/me${path}`, { token, ...(body && { body }) });

  test.each<[string, string, (person: Registered) => Promise<{ status: number }>]>([
    ['a new password', NEW, ({ token }) => me('PATCH', '', token, { password: NEW, currentPassword: PASSWORD })],
    [
      'a new password by mail',
      NEW,
      async ({ email }) => {
        const token = await resetToken(service(), email);
        return post('/api/auth/reset-password', { token, password: NEW }, newAddress());
      },
    ],
    ['the end of all other logins', PASSWORD, ({ token }) => me('DELETE', '/sessions', token)],
  ])('after %s, until the next login from there', async (_, password, change) => {
    const { email, address, ...person } = await loggedIn();
    expect(await isLetThrough(email, address)).toBe(true);
    expect((await change({ email, ...person })).status).toBeLessThan(300);
    expect(await isLetThrough(email, address, password)).toBe(false);
    await afterTries(service(), 'password', email, 0);
    expect((await login(email, address, password)).status).toBe(200);
    expect(await isLetThrough(email, address, password)).toBe(true);
  });

  test('not by logging out there', async () => {
    const { email, address } = await loggedIn();
    const { refresh_token } = (await login(email, address)).body as { refresh_token: string };
    expect((await service().api('POST', '/api/auth/logout', { body: { refresh_token } })).status).toBe(204);
    expect(await isLetThrough(email, address)).toBe(true);
  });
});

describe('an account whose codes are used up by a thief of the password', () => {
  /** From an address where the person has logged in with both. */
  async function guarded(): Promise<Guarded & { address: string }> {
    const person = await registerGuarded(service());
    const address = newAddress();
    await service().advance('PT30S');
    expect((await verify(await challenge(person.email, address), codeOf(person.secret), address)).status).toBe(200);
    await service().advance('PT30S');
    return { ...person, address };
  }

  test('accepts codes from addresses where the person logged in before, 30 a day, and none from others', async () => {
    const { userId, email, secret, address } = await guarded();
    const { limit } = ATTEMPTS.code;
    await afterTries(service(), 'code', userId, limit);
    const thief = newAddress();
    const stolen = await challenge(email, thief);
    expect(await verify(stolen, codeOf(secret), thief)).toMatchObject(LIMIT_REACHED);
    for (let five = 0; five < limit / 5; five++) {
      const mfaToken = await challenge(email, address);
      expect(await statuses(5, () => verify(mfaToken, wrongCode(secret), address))).toEqual({ 401: 5 });
    }
    const mfaToken = await challenge(email, address);
    expect(await verify(mfaToken, codeOf(secret), address)).toMatchObject(LIMIT_REACHED);
    await service().advance('P1D');
    await afterTries(service(), 'code', userId, limit);
    const answer = await verify(await challenge(email, address), codeOf(secret), address);
    expect(answer.status).toBe(200);
    expect(claimedBy((answer.body as { token: string }).token)?.sub).toBe(userId);
  });

  test('an attempt that the account rejects does not count for the challenge', async () => {
    const { userId, email, secret, address } = await guarded();
    await afterTries(service(), 'code', userId, ATTEMPTS.code.limit);
    const mfaToken = await challenge(email, address);
    const thief = newAddress();
    expect(await statuses(6, () => verify(mfaToken, wrongCode(secret), thief))).toEqual({ 429: 6 });
    expect((await verify(mfaToken, codeOf(secret), address)).status).toBe(200);
  });
});
