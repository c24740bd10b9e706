import { randomBytes } from 'node:crypto';
import { epochSeconds } from '../../kernel/clock.ts';
import { sha256 } from '../../kernel/ids.ts';
import { getItem } from '../../store/read.ts';
import { type Item, type Key, lookupKey, userKey } from '../../store/table.ts';
import { create, remove, type Write } from '../../store/transact.ts';

/**
 * Challenges that authenticators sign: 32 random bytes, single use, 5 minutes. A response names its challenge in its client data;
 * the transaction that makes the response count removes it, so that it counts once.
 */
const LIFETIME_SECONDS = 300;

/** What a challenge is for: a new passkey of a person, or a login of a caller who is not known yet. */
export type ChallengePurpose = { register: string } | 'login';

export interface PasskeyChallenge {
  /** Credentials that may answer, where the login named an email; empty: any. */
  allowed: string[];
}

const challengeKey = (purpose: ChallengePurpose, challenge: string): Key =>
  purpose === 'login'
    ? lookupKey('PASSKEY_LOGIN', sha256(challenge))
    : userKey(purpose.register, `PASSKEY_CHALLENGE#${sha256(challenge)}`);

/** A new challenge, and the write after which it can be answered. */
export function newPasskeyChallenge(purpose: ChallengePurpose, allowed: string[] = []): { challenge: string; write: Write } {
  const challenge = randomBytes(32).toString('base64url');
  const data: PasskeyChallenge = { allowed };
  const item = { ...challengeKey(purpose, challenge), kind: 'passkey-challenge' as const, data };
  return { challenge, write: create({ ...item, expiresAt: epochSeconds() + LIFETIME_SECONDS }) };
}

/** A challenge in force; undefined for one that is unknown, used or expired. */
export const findPasskeyChallenge = async (purpose: ChallengePurpose, challenge: string): Promise<PasskeyChallenge | undefined> =>
  (await getItem<Item & { data: PasskeyChallenge }>(challengeKey(purpose, challenge)))?.data;

/** Uses a challenge up. @param refused the error when another response did */
export const usePasskeyChallenge = (purpose: ChallengePurpose, challenge: string, refused: () => Error): Write =>
  remove(challengeKey(purpose, challenge), { expression: 'attribute_exists(pk)' }, refused);
