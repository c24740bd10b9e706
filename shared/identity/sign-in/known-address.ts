import { createHmac } from 'node:crypto';
import type { Account } from '../../access/model.ts';
import { epochSeconds } from '../../kernel/clock.ts';
import { LimitReached } from '../../lambda/limits/limit-reached.ts';
import { getItem } from '../../store/read.ts';
import { serviceSecret } from '../../store/service-secret.ts';
import { type Key, userKey } from '../../store/table.ts';
import { put, type Write } from '../../store/transact.ts';
import { NOBODY } from '../account/store.ts';

/**
 * Network addresses from which somebody has logged in to an account in the last 30 days: a stranger who uses up the account's attempts does
 * not lock its owner out there (decisions.md §Accounts and abuse, "Guessing limits").
 *
 * The table holds a keyed hash of account and address, not the address. The hash also covers when the account's credentials last changed: a
 * new password, a reset, a takeover and the end of all other logins forget every address, for one of them may have been a thief's.
 */
export const KNOWN_ADDRESS_SECONDS = 30 * 86_400;

/** The caller who logs in: user agent, network address, and how that is hashed. */
export interface LoginClient {
  userAgent: string | undefined;
  address: string;
  /** The secret of the service that addresses are hashed with. */
  secret: string;
}

/** An address as it is kept for one account. */
export interface AccountAddress {
  userId: string;
  hash: string;
}

/** What a login reads, in parallel: whom it names, and the secret for its address. Nothing where the body was refused. */
export async function readLogin<F>(named: Promise<F> | undefined): Promise<{ found: F | undefined; secret: string }> {
  if (!named) return { found: undefined, secret: '' };
  const [found, secret] = await Promise.all([named, serviceSecret('known-addresses')]);
  return { found, secret };
}

/** The client's address as the account would know it; for an account that there is not, one that nobody knows. Pure. */
export function addressFor(
  { id, credentialsChangedAt }: Pick<Account, 'id' | 'credentialsChangedAt'> = { id: NOBODY, credentialsChangedAt: '' },
  { address, secret }: Pick<LoginClient, 'address' | 'secret'>,
): AccountAddress {
  const hashed = [id, credentialsChangedAt, address].join('\n');
  return { userId: id, hash: createHmac('sha256', Buffer.from(secret, 'base64')).update(hashed).digest('hex') };
}

const addressKey = ({ userId, hash }: AccountAddress): Key => userKey(userId, `ADDRESS#${hash}`);

/** The write that remembers, with a login, where it came from. */
export const rememberAddress = (address: AccountAddress): Write =>
  put({ ...addressKey(address), kind: 'known-address', expiresAt: epochSeconds() + KNOWN_ADDRESS_SECONDS });

/**
 * Counts an attempt at a login for its account. Where the account's are used up, one from an address that it knows is counted for that address
 * alone, by the same numbers: nobody guesses without limit from there either. Nobody's account costs the same read as somebody's.
 *
 * @param count counts it for a subject, or throws `LimitReached`
 * @returns the subject that it was counted for, whose count a success resets
 * @throws LimitReached (429)
 */
export async function countFrom(
  address: AccountAddress,
  subject: string,
  count: (subject: string) => Promise<void>,
): Promise<string> {
  try {
    await count(subject);
    return subject;
  } catch (error) {
    if (!(error instanceof LimitReached) || !(await getItem(addressKey(address)))) throw error;
    await count(address.hash);
    return address.hash;
  }
}
