import { describe, expect, test } from 'vitest';
import { CREDENTIAL_REFUSALS, readCredential } from '#shared/platform/lambda/endpoint/steps/credential.ts';
import { newApiKey } from '#shared/platform/access/credentials.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import { eventOf } from './event.ts';

const userId = newId();
const sessionId = newId();
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({ alg: 'ES256' })}.${part({ sub: userId, sid: sessionId })}.c2ln`;
const key = newApiKey(userId);
const read = (authorization?: string) =>
  readCredential(eventOf({ headers: authorization === undefined ? {} : { authorization } }));

describe('the credential of a request (REQ-29, REQ-30)', () => {
  test.each([undefined, '', '   '])('none: %j', authorization => {
    expect(read(authorization)).toEqual({ kind: 'refused', why: 'missing' });
  });

  test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`, `  Bearer ${token}  `])(
    'a session: %s',
    authorization => {
      expect(read(authorization)).toEqual({ kind: 'session', token, userId, sessionId });
    },
  );

  test('an API key has no prefix', () => {
    expect(read(key)).toEqual({ kind: 'api-key', userId, hash: sha256(key) });
    expect(read(` ${key} `)).toEqual({ kind: 'api-key', userId, hash: sha256(key) });
  });

  test.each([
    ['a key behind Bearer', `Bearer ${key}`, 'keyBehindBearer'],
    ['the beginning of a key behind Bearer', 'Bearer af_', 'keyBehindBearer'],
    ['a token without Bearer', token, 'tokenWithoutBearer'],
    ['Bearer alone', 'Bearer', 'unknownScheme'],
    ['Bearer with two tokens', `Bearer ${token} ${token}`, 'unknownScheme'],
    ['two headers joined', `Bearer ${token},Bearer ${token}`, 'unknownScheme'],
    ['another scheme', 'Basic dXNlcjpwYXNz', 'unknownScheme'],
    ['a key in capitals', key.toUpperCase(), 'unknownScheme'],
    ['a key that is too short', key.slice(0, -1), 'unknownKey'],
    ['a key that is too long', `${key}0`, 'unknownKey'],
    ['a key without a user', `af_${'0'.repeat(32)}${'f'.repeat(31)}g`, 'unknownKey'],
    ['a key whose user is no UUID', `af_${'0'.repeat(32)}${'0'.repeat(12)}9${'0'.repeat(19)}`, 'unknownKey'],
    ['a token of one part', `Bearer ${part({ sub: userId, sid: sessionId })}`, 'invalidToken'],
    ['a token that is no JSON', `Bearer a.${Buffer.from('{').toString('base64url')}.c`, 'invalidToken'],
    ['claims that are no object', `Bearer a.${Buffer.from('null').toString('base64url')}.c`, 'invalidToken'],
    ['a token without a session', `Bearer a.${part({ sub: userId })}.c`, 'invalidToken'],
    ['a token without a user', `Bearer a.${part({ sid: sessionId })}.c`, 'invalidToken'],
    ['ids that are no UUIDs', `Bearer a.${part({ sub: 'U#1', sid: sessionId })}.c`, 'invalidToken'],
    ['a user id that is a list', `Bearer a.${part({ sub: [userId], sid: sessionId })}.c`, 'invalidToken'],
  ])('rejected: %s', (_, authorization, why) => {
    expect(read(authorization)).toEqual({ kind: 'refused', why });
  });

  test('every message is valid in a challenge: printable ASCII without quotes', () => {
    for (const message of Object.values(CREDENTIAL_REFUSALS)) expect(message).toMatch(/^[ !#-[\]-~]+\.$/);
  });

  test('credentials are read from no other header', () => {
    const event = eventOf({
      headers: { cookie: `token=${token}`, 'x-api-key': key },
      queryStringParameters: { access_token: token, authorization: key },
    });
    expect(readCredential(event)).toEqual({ kind: 'refused', why: 'missing' });
  });
});
