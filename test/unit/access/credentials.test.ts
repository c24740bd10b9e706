import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCredential } from '#shared/platform/lambda/endpoint/steps/credential.ts';
import {
  apiKeyPrefix,
  newApiKey,
  newRefreshToken,
  newTokenFamily,
  readApiKey,
  readRefreshToken,
} from '#shared/platform/access/credentials.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';

const uuid = fc.uuid();

describe('API keys', () => {
  test('a key is af_ and 64 hex digits, names its user, and is found by its SHA-256', () => {
    fc.assert(
      fc.property(uuid, userId => {
        const key = newApiKey(userId);
        expect(key).toMatch(/^af_[0-9a-f]{64}$/);
        expect(readApiKey(key)).toEqual({ userId, hash: sha256(key) });
        expect(apiKeyPrefix(key)).toBe(key.slice(0, 12));
      }),
    );
  });

  test('the displayed part reveals nothing of the user and differs between keys', () => {
    const userId = newId();
    const prefixes = Array.from({ length: 100 }, () => apiKeyPrefix(newApiKey(userId)));
    expect(new Set(prefixes).size).toBe(100);
  });

  test.each(['', 'af_', `af_${'0'.repeat(63)}`, `af_${'g'.repeat(64)}`, `AF_${'0'.repeat(64)}`, `af_${'f'.repeat(64)}x`])(
    '%s is no key',
    text => {
      expect(readApiKey(text)).toBeNull();
    },
  );
});

describe('refresh tokens', () => {
  test('a token names its user and session, and has 384 random bits', () => {
    fc.assert(
      fc.property(uuid, uuid, (userId, sessionId) => {
        const family = newTokenFamily();
        const token = newRefreshToken(userId, sessionId, family);
        expect(readRefreshToken(token)).toEqual({
          token,
          userId,
          sessionId,
          family,
          familyHash: sha256(family),
          hash: sha256(token),
        });
        expect(newRefreshToken(userId, sessionId, family)).not.toBe(token);
      }),
    );
  });

  test('arbitrary text is no token, and reading it never throws', () => {
    fc.assert(fc.property(fc.string(), text => readRefreshToken(text) === null));
    const bytes = fc.uint8Array({ minLength: 80, maxLength: 80 });
    fc.assert(
      fc.property(bytes, data => {
        const token = Buffer.from(data).toString('base64url');
        expect([token, undefined]).toContain(readRefreshToken(token)?.token);
      }),
    );
  });
});

describe('Authorization (REQ-29)', () => {
  const read = (authorization?: string) =>
    readCredential({ headers: { ...(authorization !== undefined && { authorization }) } } as never);
  const key = newApiKey(newId());
  const refused = (why: string) => ({ kind: 'refused', why });

  test('an API key is accepted without a scheme', () => expect(read(key).kind).toBe('api-key'));
  test('an API key behind Bearer is rejected', () => expect(read(`Bearer ${key}`)).toEqual(refused('keyBehindBearer')));
  test('a text that is no JWT is rejected without Bearer', () =>
    expect(read('eyJh.eyJz.c2ln')).toEqual(refused('unknownScheme')));
  test('Basic is rejected', () => expect(read('Basic dXNlcjpwYXNz')).toEqual(refused('unknownScheme')));
  test('a missing header is rejected', () => expect(read()).toEqual(refused('missing')));
});
