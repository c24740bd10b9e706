import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { log } from '#shared/base/kernel/log.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { type Commit, retryPlainWrite, type Write } from '#shared/platform/store/transact.ts';
import { ATTEMPTS, type Guessable } from './policies.ts';
import { consumeSlidingWindow, windowKey, windowWrites } from './sliding-window.ts';

/**
 * Limits per account on guesses of passwords and codes, in addition to the limits per IP address: they stop an attacker who guesses
 * from many addresses (OWASP ASVS 5.0 §6.3.1, §6.6.3).
 *
 * Every attempt is counted before its outcome is known, so parallel attempts cannot exceed the limit. A success resets the count:
 * it counts consecutive failures (NIST SP 800-63B §3.2.2 allows 100). The owner of an account whose attempts are used up can still
 * log in from an address used before (identity/sign-in/known-address.ts), by passkey, by the identity provider, or after resetting
 * the password. These limits apply even with `RATE_LIMITS=off`, because no gateway can count by account.
 */

/** The subject of the window. The email or account is hashed, so that the table does not store what people typed. */
export const windowOf = (kind: Guessable, subject: string): string => `tries-${kind}#${sha256(subject)}`;

/** Counts one attempt. @throws LimitReached (429) after too many attempts without success */
export async function countAttempt(kind: Guessable, subject: string): Promise<void> {
  await consumeSlidingWindow(ATTEMPTS[kind], windowOf(kind, subject));
}

/** `countAttempt` as part of a transaction: the attempt is not counted if the transaction fails for another reason. */
export const attemptWrites = (kind: Guessable, subject: string): Write[] => windowWrites(ATTEMPTS[kind], windowOf(kind, subject));

/** Wraps the commit of a successful attempt so that it also resets the count. Both requests are sent in parallel. */
export const resettingAttempts =
  <R>(kind: Guessable, subject: string, commit: Commit<R>): Commit<R> =>
  async (writes, result) => {
    const [committed] = await Promise.all([commit(writes, result), resetAttempts(kind, subject)]);
    return committed;
  };

async function resetAttempts(kind: Guessable, subject: string): Promise<void> {
  const Key = windowKey(windowOf(kind, subject));
  try {
    await retryPlainWrite(() => dynamodb().send(new DeleteCommand({ TableName: tableName(), Key })));
  } catch (error) {
    // The success does not depend on the reset: a failed reset must not turn it into an error.
    log.warn('attempts not reset', { kind, error: (error as Error).name });
  }
}
