import { randomBytes } from 'node:crypto';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, lookupKey, userKey } from '#shared/platform/store/table.ts';
import { create, remove, type Write } from '#shared/platform/store/transact.ts';

/**
 * Challenges that authenticators sign: 32 random bytes, single use, valid for 5 minutes. The client data of a response contain its
 * challenge; the transaction that accepts the response deletes the challenge, so that no response is accepted twice.
 */
const LIFETIME_SECONDS = 300;

/** The purpose of a challenge: a new passkey of the user with the given id, or a login of a caller who is not identified yet. */
export type ChallengePurpose = { register: string } | 'login';

export interface PasskeyChallenge {
  /** Credential ids (base64url) that may sign the challenge, if the login named an email; empty: any. */
  allowed: string[];
}

const challengeKey = (purpose: ChallengePurpose, challenge: string): Key =>
  purpose === 'login'
    ? lookupKey('PASSKEY_LOGIN', sha256(challenge))
    : userKey(purpose.register, `PASSKEY_CHALLENGE#${sha256(challenge)}`);

/** A new challenge (base64url), and the write that stores its hash. */
export function newPasskeyChallenge(purpose: ChallengePurpose, allowed: string[] = []): { challenge: string; write: Write } {
  const challenge = randomBytes(32).toString('base64url');
  const data: PasskeyChallenge = { allowed };
  const item = { ...challengeKey(purpose, challenge), kind: 'passkey-challenge' as const, data };
  return { challenge, write: create({ ...item, expiresAt: epochSeconds() + LIFETIME_SECONDS }) };
}

/** The stored challenge; undefined if it is unknown, used or expired. */
export const findPasskeyChallenge = async (purpose: ChallengePurpose, challenge: string): Promise<PasskeyChallenge | undefined> =>
  (await getItem<Item & { data: PasskeyChallenge }>(challengeKey(purpose, challenge)))?.data;

/** Deletes a challenge, because it is single use. @param refused the error if it was used meanwhile */
export const usePasskeyChallenge = (purpose: ChallengePurpose, challenge: string, refused: () => Error): Write =>
  remove(challengeKey(purpose, challenge), { expression: 'attribute_exists(pk)' }, refused);
