import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/dynamodb.ts';
import { sha256 } from '../../kernel/ids.ts';
import { log } from '../../kernel/log.ts';
import { tableName } from '../../store/table.ts';
import { type Commit, retryPlainWrite, type Write } from '../../store/transact.ts';
import { ATTEMPTS, type Guessable } from './policies.ts';
import { consumeSlidingWindow, windowKey, windowWrites } from './sliding-window.ts';

/**
 * Limits per account, beside those per address: who guesses from many addresses meets these (OWASP ASVS 5.0 §6.3.1, §6.6.3).
 *
 * Every attempt is counted before its outcome is known, so parallel attempts cannot outrun the count; success resets it, so it
 * counts attempts without success (NIST SP 800-63B §3.2.2 allows 100 in a row). An account whose attempts are used up can still be
 * reached from where the person logged in before (identity/sign-in/known-address.ts), by passkey, by the identity provider, and by a new
 * password. They hold whatever `RATE_LIMITS` says: no gateway can count
 * by account.
 */

/** Hashed, so that what people typed does not lie in the table. */
export const windowOf = (kind: Guessable, subject: string): string => `tries-${kind}#${sha256(subject)}`;

/** Counts one attempt. @throws 429 when there were too many without success. */
export async function countAttempt(kind: Guessable, subject: string): Promise<void> {
  await consumeSlidingWindow(ATTEMPTS[kind], windowOf(kind, subject));
}

/** `countAttempt` as part of a transaction: an attempt that something else refuses is not counted. */
export const attemptWrites = (kind: Guessable, subject: string): Write[] => windowWrites(ATTEMPTS[kind], windowOf(kind, subject));

/** A commit that also resets the count: what it commits is the success. Both are sent at once. */
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
    // The success itself is committed, and the caller learns of that.
    log.warn('attempts not reset', { kind, error: (error as Error).name });
  }
}
