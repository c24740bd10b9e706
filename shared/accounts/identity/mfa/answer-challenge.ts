import type { MfaAnswer } from './input.ts';
import { challengeKey, type StoredChallenge } from './challenge.ts';
import type { Account } from '#shared/platform/access/model.ts';
import { type Mfa, mfaKey } from './record.ts';
import { readNamingToken } from '#shared/platform/access/credentials.ts';
import { accountKey } from '#shared/platform/access/records.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { type Commit, ConditionFailed, remove, transact, update } from '#shared/platform/store/transact.ts';
import type { Tokens } from '../sessions/open.ts';
import { attemptWrites, resettingAttempts } from '#shared/platform/lambda/limits/attempts.ts';
import { useCode } from './second-factor.ts';
import { signIn } from '../sign-in/complete.ts';
import { addressFor, countFrom, type LoginClient } from '../sign-in/known-address.ts';
import { rateLimited, unauthorized } from '#shared/base/kernel/errors.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';

/** The second step of a login: exchanges a code of the authenticator, or a backup code, for tokens. */

/** Attempts of a challenge (ACC-32). */
const TRIES = 5;

/** A challenge with its account and second factor. */
export interface FoundChallenge {
  challenge: StoredChallenge;
  expiresAt: number;
  account: Account;
  mfa: Mfa;
}

/** The challenge of a token, by one read; undefined if it is unknown, used, expired, or void because of a later change. */
export async function findChallenge(token: string): Promise<FoundChallenge | undefined> {
  const named = readNamingToken(token);
  if (!named) return undefined;
  const { id: userId, hash } = named;
  const keys = [challengeKey(userId, hash), accountKey(userId), mfaKey(userId)];
  const [challenge, account, mfa] = await getItems(keys);
  if (!challenge || !account || !mfa) return undefined;
  const found: FoundChallenge = {
    challenge: challenge['data'] as StoredChallenge,
    expiresAt: Number(challenge['expiresAt']),
    account: account['data'] as Account,
    mfa: mfa['data'] as Mfa,
  };
  const { active, credentialsChangedAt } = found.account;
  const inForce = active && found.challenge.credentialsChangedAt === credentialsChangedAt && found.mfa.enabledAt !== null;
  return inForce ? found : undefined;
}

/**
 * Answers a challenge: creates the session, and marks challenge and code as used in the same transaction.
 *
 * @throws 401 for an invalid challenge or a wrong code; 429 if the attempts of the challenge are used up, or after too many of the
 *   account
 */
export async function answerChallenge(
  found: FoundChallenge | undefined,
  { code, type, client }: MfaAnswer & { client: LoginClient },
  commit: Commit<Tokens>,
): Promise<Tokens> {
  if (!found) throw refused();
  const { challenge, account, mfa } = found;
  addLogFields({ userId: account.id });
  if (challenge.tries >= TRIES) throw usedUp(found);
  const counted = await countFrom(addressFor(account, client), account.id, subject => takeTry(found, subject));
  const use = await useCode(mfa, code, type, wrong);
  if (!use) throw wrong();
  const end = remove(challengeKey(challenge.userId, challenge.hash), { expression: 'attribute_exists(pk)' }, refused);
  return signIn(account, resettingAttempts('code', counted, commit), { writes: [end, use], client });
}

/**
 * Takes one of the challenge's tries, and counts it for the account or its address, before the code is looked at: codes sent side
 * by side cannot outrun either count, and a code that the challenge no longer takes does not count toward the account's daily
 * limit.
 */
async function takeTry(found: FoundChallenge, subject: string): Promise<void> {
  const { challenge } = found;
  const take = update(challengeKey(challenge.userId, challenge.hash), {
    expression: 'ADD #data.tries :one',
    names: { '#data': 'data' },
    values: { ':one': 1, ':limit': TRIES },
    condition: '#data.tries < :limit',
  });
  try {
    await transact([take, ...attemptWrites('code', subject)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (!error.found) throw refused();
    throw usedUp(found);
  }
}

const usedUp = ({ expiresAt }: FoundChallenge) =>
  rateLimited('Too many wrong codes; log in again.', Math.max(1, expiresAt - epochSeconds()));

const refused = () => unauthorized('The challenge is unknown, expired or answered; log in again.');

const wrong = () => unauthorized('The code is wrong or was used before.');
