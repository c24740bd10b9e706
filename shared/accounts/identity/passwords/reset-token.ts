import { randomBytes } from 'node:crypto';
import { parse as uuidBytes, stringify as uuidText } from 'uuid';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { type Item, type Key, userKey } from '#shared/platform/store/table.ts';
import { put, type Write } from '#shared/platform/store/transact.ts';

/**
 * The mailed token for a password reset: base64url of the user id (16 bytes) and 32 random bytes; only its hash is stored. Valid
 * for one hour. A user has at most one: a new token replaces the previous one.
 */
const LIFETIME_SECONDS = 3600;

/** Item `U#<user>` / `RESET`. */
export type ResetItem = Item & { data: { hash: string } };

export const resetKey = (userId: string): Key => userKey(userId, 'RESET');

/** A new token, and the write that makes it valid and replaces any earlier one. */
export function newReset(userId: string): { token: string; write: Write } {
  const token = Buffer.concat([uuidBytes(userId), randomBytes(32)]).toString('base64url');
  const data: ResetItem['data'] = { hash: sha256(token) };
  const item = { ...resetKey(userId), kind: 'password-reset' as const, data };
  return { token, write: put({ ...item, expiresAt: epochSeconds() + LIFETIME_SECONDS }) };
}

/** The user id in a token, before any check that it was issued, and its hash; undefined for a malformed token. */
export function readReset(token: string): { userId: string; hash: string } | undefined {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined;
  try {
    return { userId: uuidText(Buffer.from(token, 'base64url').subarray(0, 16)), hash: sha256(token) };
  } catch {
    return undefined; // The first 16 bytes are not a UUID.
  }
}
