import { describe, expect, test } from 'vitest';
import { newRefreshToken, newTokenFamily, readRefreshToken } from '#shared/platform/access/credentials.ts';
import type { PresentedToken } from '#shared/platform/access/credentials.ts';
import type { Session } from '#shared/platform/access/model.ts';
import { openSuccessor, sealSuccessor } from '#shared/accounts/identity/sessions/refresh.ts';
import { standing } from '#shared/accounts/identity/sessions/standing.ts';
import { newId } from '#shared/base/kernel/ids.ts';

const userId = newId();
const sessionId = newId();
const family = newTokenFamily();
const token = (of = family): PresentedToken => {
  const presented = readRefreshToken(newRefreshToken(userId, sessionId, of));
  if (!presented) throw new Error('A new token cannot be read.');
  return presented;
};

const ROTATED = '2026-05-04T10:00:00.000Z';
const after = (seconds: number): Date => new Date(Date.parse(ROTATED) + seconds * 1000);
const [older, previous, current] = [token(), token(), token()];

const session = (overrides: Partial<Session> = {}): Session => ({
  id: sessionId,
  userId,
  credentialsChangedAt: '2026-05-01T00:00:00.000Z',
  familyHash: current.familyHash,
  refreshHash: current.hash,
  previousHash: previous.hash,
  sealedSuccessor: sealSuccessor(previous, current.token),
  rotatedAt: ROTATED,
  createdAt: '2026-05-01T00:00:00.000Z',
  revokedAt: null,
  ...overrides,
});

describe('the relation of a presented refresh token to its session', () => {
  test.each<[string, Session | undefined, PresentedToken, number, string]>([
    ['the valid token, at any time', session(), current, 86_400, 'current'],
    ['the predecessor at once', session(), previous, 0, 'lost'],
    ['the predecessor at the end of 10 seconds', session(), previous, 10, 'lost'],
    ['the predecessor after 10 seconds', session(), previous, 10.001, 'reused'],
    ['a token before the predecessor, at once', session(), older, 0, 'reused'],
    ['any token of the family when nothing was rotated yet', session({ previousHash: null }), older, 0, 'reused'],
    ['a token invented for the session', session(), token(newTokenFamily()), 0, 'unknown'],
    ['the valid token of a session that was ended', session({ revokedAt: ROTATED }), current, 1, 'unknown'],
    ['a used token of a session that was ended', session({ revokedAt: ROTATED }), previous, 1, 'unknown'],
    ['a token whose session was deleted', undefined, current, 1, 'unknown'],
  ])('%s', (_, found, presented, seconds, expected) => {
    expect(standing(found, presented, after(seconds))).toBe(expected);
  });
});

describe('the encrypted successor', () => {
  test('can be decrypted with the predecessor', () => {
    expect(openSuccessor(previous, sealSuccessor(previous, current.token))).toBe(current.token);
  });

  test('cannot be decrypted with any other token, not even an earlier one of the family or the successor itself', () => {
    const sealed = sealSuccessor(previous, current.token);
    for (const other of [older, current, token(newTokenFamily())]) expect(() => openSuccessor(other, sealed)).toThrow();
  });

  test('does not reveal the successor', () => {
    const sealed = sealSuccessor(previous, current.token);
    expect(Buffer.from(sealed, 'base64url').includes(current.token)).toBe(false);
  });
});
