import { randomBytes } from 'node:crypto';
import { parse as uuidBytes, stringify as uuidText } from 'uuid';
import { epochSeconds } from '../../kernel/clock.ts';
import { sha256 } from '../../kernel/ids.ts';
import { type Item, type Key, userKey } from '../../store/table.ts';
import { put, type Write } from '../../store/transact.ts';

/**
 * The token of the mail that lets a person choose a new password: it names its user beside 32 random bytes; only its hash is
 * stored. Good for an hour. A person has one at most: the item of the next one replaces it.
 */
const LIFETIME_SECONDS = 3600;

/** Item `U#<user>` / `RESET`. */
export type ResetItem = Item & { data: { hash: string } };

export const resetKey = (userId: string): Key => userKey(userId, 'RESET');

/** A new token, and the write after which it is good and every earlier one void. */
export function newReset(userId: string): { token: string; write: Write } {
  const token = Buffer.concat([uuidBytes(userId), randomBytes(32)]).toString('base64url');
  const data: ResetItem['data'] = { hash: sha256(token) };
  const item = { ...resetKey(userId), kind: 'password-reset' as const, data };
  return { token, write: put({ ...item, expiresAt: epochSeconds() + LIFETIME_SECONDS }) };
}

/** Whose token it would be, and its hash; undefined for text that is no such token. */
export function readReset(token: string): { userId: string; hash: string } | undefined {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined;
  try {
    return { userId: uuidText(Buffer.from(token, 'base64url').subarray(0, 16)), hash: sha256(token) };
  } catch {
    return undefined; // The bytes are no UUID.
  }
}

/** The link of the mail. */
export const resetLink = (appUrl: string, token: string): string => `${appUrl}/reset-password?token=${token}`;
