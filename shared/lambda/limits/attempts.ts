import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/dynamodb.ts';
import { consumeSlidingWindow, type Window } from './rate-limits.ts';
import { sha256 } from '../../kernel/ids.ts';
import { log } from '../../kernel/log.ts';
import { tableName } from '../../store/table.ts';
import type { Commit } from '../../store/transact.ts';

/**
 * Limits per account, beside those per address: who guesses from many addresses meets these (OWASP ASVS 5.0 §6.3.1, §6.6.3).
 *
 * Every try is counted before its outcome is told, so tries side by side cannot outrun the count; success starts it again, so it
 * counts tries without success (NIST SP 800-63B §3.2.2 allows 100 in a row). An account whose tries are used up can still be
 * reached by passkey, by the identity provider, and by a new password. They hold whatever `RATE_LIMITS` says: no gateway can count
 * by account.
 */
export const TRIES = {
  /** Passwords, by the email as typed: an email that nobody has is limited like any other. */
  password: { limit: 50, seconds: 3600 },
  /** One-time and backup codes, by the account. Few, as a code has only 10^6 values: guessing a day long succeeds once in 10,000. */
  code: { limit: 30, seconds: 86_400 },
} satisfies Record<string, Window>;

export type Guessable = keyof typeof TRIES;

/** Hashed, so that what people typed does not lie in the table. */
export const windowOf = (kind: Guessable, subject: string): string => `tries-${kind}#${sha256(subject)}`;

/** Counts one try. @throws 429 when there were too many without success. */
export async function countTry(kind: Guessable, subject: string): Promise<void> {
  await consumeSlidingWindow(TRIES[kind], windowOf(kind, subject));
}

/** A commit that also starts the count again: what it commits is the success. Both are sent at once. */
export const forgettingTries =
  <R>(kind: Guessable, subject: string, commit: Commit<R>): Commit<R> =>
  async (writes, result) => {
    const [committed] = await Promise.all([commit(writes, result), forgetTries(kind, subject)]);
    return committed;
  };

async function forgetTries(kind: Guessable, subject: string): Promise<void> {
  const Key = { pk: `RATE#${windowOf(kind, subject)}`, sk: 'WINDOW' };
  try {
    await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key }));
  } catch (error) {
    // What it stands beside is committed: the caller is told of that.
    log.warn('tries not forgotten', { kind, error: (error as Error).name });
  }
}
