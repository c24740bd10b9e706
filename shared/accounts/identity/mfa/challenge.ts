import type * as z from 'zod';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { type Key, userKey } from '#shared/platform/store/table.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';
import { newNamingToken } from '#shared/platform/access/credentials.ts';
import { backupCodesLeft, type Mfa } from './record.ts';
import type { Account } from '#shared/platform/access/model.ts';
import type { mfaChallengeSchema } from './schema.ts';

/**
 * The challenge for the second factor, which a login by password or identity provider returns instead of tokens
 * (ACC-31, ACC-32). Valid once, for 5 minutes; answer-challenge.ts checks the answer.
 */
const LIFETIME_SECONDS = 300;

export type MfaChallenge = z.infer<typeof mfaChallengeSchema>;

/** A stored challenge. Item `U#<user>` / `CHALLENGE#<sha256 of the token>`. */
export interface StoredChallenge {
  userId: string;
  hash: string;
  /** `Account.credentialsChangedAt` at the login: a new password voids the challenge. */
  credentialsChangedAt: string;
  /** The number of attempts so far. */
  tries: number;
}

export const challengeKey = (userId: string, hash: string): Key => userKey(userId, `CHALLENGE#${hash}`);

/** A new challenge, and the write that stores it. Its token has 128 random bits and the user's id. */
export function newChallenge(account: Account, mfa: Mfa): { challenge: MfaChallenge; write: Write } {
  const token = newNamingToken(account.id);
  const data: StoredChallenge = {
    userId: account.id,
    hash: sha256(token),
    credentialsChangedAt: account.credentialsChangedAt,
    tries: 0,
  };
  const item = { ...challengeKey(data.userId, data.hash), kind: 'mfa-challenge' as const, data };
  return {
    challenge: {
      mfa_required: true,
      mfa_token: token,
      mfa_methods: backupCodesLeft(mfa) > 0 ? ['totp', 'backup_code'] : ['totp'],
    },
    write: create({ ...item, expiresAt: epochSeconds() + LIFETIME_SECONDS }),
  };
}
