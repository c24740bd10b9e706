import { createHmac, randomBytes } from 'node:crypto';
import { getItem } from '../../store/read.ts';
import { type Item, type Key, lookupKey } from '../../store/table.ts';
import { ConditionFailed, create, transact } from '../../store/transact.ts';

/**
 * What stands in for the passkeys of an email that has none: a credential id that nobody has, the same whenever it is asked for.
 * Without it, the options of a login would reveal whether an account exists (GHSA-875x-g8p7-5w27).
 */
const secretKey = (): Key => lookupKey('SECRET', 'passkey-decoys');

type SecretItem = Item & { data: { secret: string } };

/** The secret that decoys are made with, made at the first time. */
export async function decoySecret(): Promise<string> {
  const stored = await getItem<SecretItem>(secretKey());
  if (stored) return stored.data.secret;
  const secret = randomBytes(32).toString('base64');
  try {
    await transact([create({ ...secretKey(), kind: 'secret', data: { secret } })]);
    return secret;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Another process was first: what the condition found under this key is its item.
    return (error.found as unknown as SecretItem).data.secret;
  }
}

/** A credential id for an email, of the length that platform authenticators use. */
export const decoyOf = (email: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(email).digest('base64url');
