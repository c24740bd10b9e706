import { randomBytes } from 'node:crypto';
import { parse as uuidBytes, stringify as uuidText, validate } from 'uuid';
import { sha256 } from '#shared/base/kernel/ids.ts';

/**
 * Opaque credentials contain the id of their user, so that their items are stored in the user's partition and read by key. Only the
 * random part authorizes. Only SHA-256 hashes are stored: values of high entropy need no password hash.
 */

const API_KEY = /^af_(?:test_)?[0-9a-f]{32}([0-9a-f]{32})$/;

/** A new API key: `af_`, for sandbox companies `af_test_`, 32 random hex digits, then the 32 hex digits of the user's id (ACC-52). */
export const newApiKey = (userId: string, sandbox = false): string =>
  `af_${sandbox ? 'test_' : ''}${randomBytes(16).toString('hex')}${userId.replaceAll('-', '')}`;

/** The beginning of a key, with 9 of its random digits: shown in listings. */
export const apiKeyPrefix = (key: string): string => key.slice(0, key.startsWith('af_test_') ? 17 : 12);

/** The user id and the hash of an API key; null if it is malformed. */
export function readApiKey(key: string): { userId: string; hash: string } | null {
  const user = API_KEY.exec(key)?.[1];
  if (user === undefined) return null;
  const userId = uuidIn(user);
  return validate(userId) ? { userId, hash: sha256(key) } : null;
}

/**
 * A new token that contains the id of its record: 32 random hex digits, then the 32 hex digits of the id.
 */
export const newNamingToken = (id: string): string => `${randomBytes(16).toString('hex')}${id.replaceAll('-', '')}`;

/** The record id and the hash of a token from `newNamingToken`; null if it is malformed. */
export function readNamingToken(token: string): { id: string; hash: string } | null {
  if (!/^[0-9a-f]{64}$/.test(token)) return null;
  const id = uuidIn(token.slice(32));
  return validate(id) ? { id, hash: sha256(token) } : null;
}

/** A UUID from its 32 hex digits. */
const uuidIn = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** The random part that all refresh tokens of one login share. */
export const newTokenFamily = (): Buffer => randomBytes(16);

/**
 * A new refresh token of a session: user id, session id, the family's 16 bytes and 32 random bytes, in base64url. The family
 * distinguishes a used token, whose replay ends the session, from a forged one, which must not end it.
 */
export const newRefreshToken = (userId: string, sessionId: string, family: Uint8Array): string =>
  Buffer.concat([uuidBytes(userId), uuidBytes(sessionId), family, randomBytes(32)]).toString('base64url');

/** A refresh token as presented. */
export interface PresentedToken {
  token: string;
  userId: string;
  sessionId: string;
  family: Buffer;
  familyHash: string;
  hash: string;
}

/** The parts of a refresh token; null if it is malformed. */
export function readRefreshToken(token: string): PresentedToken | null {
  if (!/^[A-Za-z0-9_-]{107}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const family = bytes.subarray(32, 48);
  try {
    const userId = uuidText(bytes.subarray(0, 16));
    const sessionId = uuidText(bytes.subarray(16, 32));
    return { token, userId, sessionId, family, familyHash: sha256(family), hash: sha256(token) };
  } catch {
    return null; // The bytes are no UUIDs.
  }
}
