import { describe, expect, test } from 'vitest';
import { readCredential } from '../../../shared/lambda/endpoint/steps/credential.ts';
import { newApiKey } from '../../../shared/access/credentials.ts';
import { newId, sha256 } from '../../../shared/kernel/ids.ts';
import { eventOf } from './event.ts';

const userId = newId();
const sessionId = newId();
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({ alg: 'ES256' })}.${part({ sub: userId, sid: sessionId })}.c2ln`;
const key = newApiKey(userId);
const read = (authorization?: string) =>
  readCredential(eventOf({ headers: authorization === undefined ? {} : { authorization } }));

describe('the credential of a request (interface.md §Authentication)', () => {
  test.each([undefined, '', '   '])('none: %j', authorization => {
    expect(read(authorization)).toEqual({ kind: 'none' });
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
    ['a key behind Bearer', `Bearer ${key}`],
    ['a token without Bearer', token],
    ['Bearer alone', 'Bearer'],
    ['Bearer with two tokens', `Bearer ${token} ${token}`],
    ['two headers joined', `Bearer ${token},Bearer ${token}`],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['a key in capitals', key.toUpperCase()],
    ['a key that is too short', key.slice(0, -1)],
    ['a key that is too long', `${key}0`],
    ['a key that names nobody', `af_${'0'.repeat(32)}${'f'.repeat(31)}g`],
    ['a key whose user is no UUID', `af_${'0'.repeat(32)}${'0'.repeat(12)}9${'0'.repeat(19)}`],
    ['a token of one part', `Bearer ${part({ sub: userId, sid: sessionId })}`],
    ['a token that is no JSON', `Bearer a.${Buffer.from('{').toString('base64url')}.c`],
    ['claims that are no object', `Bearer a.${Buffer.from('null').toString('base64url')}.c`],
    ['a token without a session', `Bearer a.${part({ sub: userId })}.c`],
    ['a token without a user', `Bearer a.${part({ sid: sessionId })}.c`],
    ['ids that are no UUIDs', `Bearer a.${part({ sub: 'U#1', sid: sessionId })}.c`],
    ['a user id that is a list', `Bearer a.${part({ sub: [userId], sid: sessionId })}.c`],
  ])('malformed: %s', (_, authorization) => {
    expect(read(authorization)).toEqual({ kind: 'malformed' });
  });

  test('no other place is looked at', () => {
    const event = eventOf({
      headers: { cookie: `token=${token}`, 'x-api-key': key },
      queryStringParameters: { access_token: token, authorization: key },
    });
    expect(readCredential(event)).toEqual({ kind: 'none' });
  });
});
