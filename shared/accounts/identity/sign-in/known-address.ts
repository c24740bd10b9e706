import { createHmac } from 'node:crypto';
import type { Account } from '#shared/platform/access/model.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { LimitReached } from '#shared/platform/lambda/limits/limit-reached.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { serviceSecret } from '#shared/platform/store/service-secret.ts';
import { type Key, userKey } from '#shared/platform/store/table.ts';
import { put, type Write } from '#shared/platform/store/transact.ts';
import { NOBODY } from '../account/store.ts';

/**
 * IP addresses from which somebody has logged in to an account in the last 30 days. From these, the owner can still log in after a
 * stranger has used up the account's login attempts (ACC-94, ACC-95).
 *
 * The table stores an HMAC of account and address, not the address. The HMAC also covers `credentialsChangedAt`: a new password, a
 * reset, a takeover, or ending all other sessions invalidates every known address, as one of them may have been a thief's.
 */
export const KNOWN_ADDRESS_SECONDS = 30 * 86_400;

/** The client that logs in. */
export interface LoginClient {
  /** The `User-Agent` header. */
  userAgent: string | undefined;
  /** The IP address. */
  address: string;
  /** The service secret `known-addresses`, base64: key of the HMAC of addresses. */
  secret: string;
}

/** A hashed address of one account. */
export interface AccountAddress {
  userId: string;
  hash: string;
}

/**
 * Awaits the record that a login refers to and, in parallel, the secret for hashing its address.
 *
 * @param named undefined if the request body is invalid: then nothing is read
 */
export async function readLogin<F>(named: Promise<F> | undefined): Promise<{ found: F | undefined; secret: string }> {
  if (!named) return { found: undefined, secret: '' };
  const [found, secret] = await Promise.all([named, serviceSecret('known-addresses')]);
  return { found, secret };
}

/** The client's address, hashed for an account. Without an account, it is hashed for `NOBODY`, so that it is never known. Pure. */
export function addressFor(
  { id, credentialsChangedAt }: Pick<Account, 'id' | 'credentialsChangedAt'> = { id: NOBODY, credentialsChangedAt: '' },
  { address, secret }: Pick<LoginClient, 'address' | 'secret'>,
): AccountAddress {
  const hashed = [id, credentialsChangedAt, address].join('\n');
  return { userId: id, hash: createHmac('sha256', Buffer.from(secret, 'base64')).update(hashed).digest('hex') };
}

const addressKey = ({ userId, hash }: AccountAddress): Key => userKey(userId, `ADDRESS#${hash}`);

/** The write that stores the address of a successful login. */
export const rememberAddress = (address: AccountAddress): Write =>
  put({ ...addressKey(address), kind: 'known-address', expiresAt: epochSeconds() + KNOWN_ADDRESS_SECONDS });

/**
 * Counts an attempt to log in for `subject`. If that limit is reached and the address is known, counts it for the address instead,
 * with the same limit, so that guesses from there are limited too. For an unknown account the same read is done, so that the
 * response time does not reveal whether the account exists.
 *
 * @param count counts an attempt for a subject, or throws `LimitReached`
 * @returns the subject for which it was counted; the caller resets its count after a success
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
