import { beforeAll, expect, test } from 'vitest';
import { claimedBy } from '#shared/platform/access/access-token.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { CREDENTIAL_REFUSALS } from '#shared/platform/lambda/endpoint/steps/credential.ts';
import type { Refusal } from '../../support/contract.ts';
import { newEmail, PASSWORD, type Registered, registerReady } from '../../support/accounts.ts';
import { forgedAccessTokens } from '../../support/attacks/forgeries.ts';
import { comparable, type RawAnswer, senderTo } from '../../support/matrix/send.ts';
import type { Person } from '../../support/matrix/people.ts';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';

/** Invalid credentials: all are rejected, all alike (REQ-29, REQ-30, RFC 8725). */

const service = useService();

let person: Registered;
let other: Registered;
let key: string;

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  [person, other] = await Promise.all([registerReady(service()), registerReady(service())]);
  key = await keyWith(service(), person, PERMISSIONS);
});

const asPerson = ({ userId, token }: Registered): Person => ({ userId, token, sessionId: claimedBy(token)?.sid ?? '' });
const bearer = (token: string): string => `Bearer ${token}`;
const get = (headers: Record<string, string>, path = '/api/v1/me') => senderTo(service().url)({ method: 'GET', path, headers });

/** Sends each; the names of those that were admitted, and the responses. */
async function sent(all: Record<string, Record<string, string>>) {
  const answers = await Promise.all(Object.entries(all).map(async ([name, headers]) => [name, await get(headers)] as const));
  return {
    statuses: Object.fromEntries(answers.map(([name, { status }]) => [name, status])),
    /** The message of each, and the number of different responses that have it. */
    messages: Object.fromEntries(answers.map(([name, answer]) => [name, messageOf(answer)])),
    differing: [...Map.groupBy(answers, ([, answer]) => messageOf(answer)).values()].map(
      alike => new Set(alike.map(([, answer]) => comparable(answer))).size,
    ),
  };
}
const messageOf = ({ json }: RawAnswer): string => (json as Refusal).error.message;
const allRefused = (all: object) => Object.fromEntries(Object.keys(all).map(name => [name, 401]));

test('the genuine ones are admitted: the forgeries differ from them in one point only', async () => {
  expect((await get({ authorization: bearer(person.token) })).status).toBe(200);
  expect((await get({ authorization: key })).status).toBe(200);
});

/** The response to a token that this service has signed may say that it has ended. */
const ENDED: Record<string, string> = {
  'our key: expired an hour ago': CREDENTIAL_REFUSALS.expiredToken,
  'our key: expired this second': CREDENTIAL_REFUSALS.expiredToken,
  'our key: an unknown subject': CREDENTIAL_REFUSALS.endedSession,
  "our key: another person's session": CREDENTIAL_REFUSALS.endedSession,
  'our key: another person as subject': CREDENTIAL_REFUSALS.endedSession,
  'our key: an unknown session': CREDENTIAL_REFUSALS.endedSession,
};

test('at least 60 forged access tokens: each is rejected, and no response says what is wrong with it', async () => {
  const tokens = await forgedAccessTokens({ person: asPerson(person), other: asPerson(other) });
  const all = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, { authorization: bearer(token) }]));
  expect(Object.keys(all).length).toBeGreaterThanOrEqual(60);
  expect(new Set(Object.values(tokens)).size).toBe(Object.keys(tokens).length);
  const { statuses, messages, differing } = await sent(all);
  expect(statuses).toEqual(allRefused(all));
  const forged = Object.fromEntries(Object.keys(all).map(name => [name, CREDENTIAL_REFUSALS.invalidToken]));
  expect(messages).toEqual({ ...forged, ...ENDED });
  expect(differing).toEqual([1, 1, 1]);
});

test('forged keys, other secrets of the service, and credentials in other places are rejected', async () => {
  const { idToken } = (
    await service().api('POST', '/_local/idp/tokens', { body: { sub: 'forger', email: newEmail(), emailVerified: true } })
  ).body as { idToken: string };
  const hex = (place: number): string => `${key.slice(0, place)}${key[place] === '0' ? '1' : '0'}${key.slice(place + 1)}`;
  const otherId = other.userId.replaceAll('-', '');
  const all: Record<string, Record<string, string>> = {
    'a key with Bearer': { authorization: bearer(key) },
    'a key with bearer in small letters': { authorization: `bearer ${key}` },
    'a key in capitals': { authorization: key.toUpperCase() },
    'a key with another digit at its begin': { authorization: hex(3) },
    'a key with another digit in its middle': { authorization: hex(30) },
    'a key with another digit at its end': { authorization: hex(66) },
    "a key under another person's id": { authorization: `${key.slice(0, 35)}${otherId}` },
    'a key without its last digit': { authorization: key.slice(0, -1) },
    'a key with a digit more': { authorization: `${key}0` },
    'the prefix of a key': { authorization: key.slice(0, 12) },
    'a key as ApiKey': { authorization: `ApiKey ${key}` },
    'a key as Basic': { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    'email and password as Basic': { authorization: `Basic ${Buffer.from(`${person.email}:${PASSWORD}`).toString('base64')}` },
    'a refresh token': { authorization: bearer(person.refreshToken) },
    'an ID token of the identity provider': { authorization: bearer(idToken) },
    'an access token without Bearer': { authorization: person.token },
    'an access token as Token': { authorization: `Token ${person.token}` },
    'Bearer twice': { authorization: `Bearer Bearer ${person.token}` },
    'two access tokens': { authorization: `Bearer ${other.token}, Bearer ${person.token}` },
    'an access token in quotes': { authorization: `Bearer "${person.token}"` },
    'an access token and something more': { authorization: `Bearer ${person.token} x` },
    'Bearer and nothing': { authorization: 'Bearer' },
    'an access token in a cookie': { cookie: `token=${person.token}; access_token=${person.token}` },
    'an access token in X-Access-Token': { 'x-access-token': person.token },
    'a key in X-Api-Key': { 'x-api-key': key },
    'a name in X-User': { 'x-user': person.userId, 'x-forwarded-user': person.email },
    'a flattened JWS': { authorization: bearer(JSON.stringify({ payload: person.token.split('.')[1], signature: 'x' })) },
    'five parts, as of a JWE': { authorization: bearer(`${person.token}.x.y`) },
    'one part': { authorization: bearer(person.token.split('.')[0] ?? '') },
    'dots alone': { authorization: bearer('..') },
    'very long nonsense': { authorization: bearer('x.'.repeat(3000)) },
  };
  const { statuses, messages, differing } = await sent(all);
  expect(statuses).toEqual(allRefused(all));
  // They describe the credential, not whether there is such a person or key.
  expect(new Set(Object.values(messages))).toEqual(
    new Set([
      CREDENTIAL_REFUSALS.missing,
      CREDENTIAL_REFUSALS.unknownScheme,
      CREDENTIAL_REFUSALS.keyBehindBearer,
      CREDENTIAL_REFUSALS.tokenWithoutBearer,
      CREDENTIAL_REFUSALS.invalidToken,
      CREDENTIAL_REFUSALS.unknownKey,
    ]),
  );
  expect(new Set(differing)).toEqual(new Set([1]));
  for (const path of ['access_token', 'token', 'api_key'].map(name => `/api/v1/me?${name}=${person.token}`)) {
    expect((await get({}, path)).status).toBe(401);
  }
});

test('no forgery caused an error of the service or an undeclared response', () => {
  expect(service().runtime.violations).toEqual([]);
});
