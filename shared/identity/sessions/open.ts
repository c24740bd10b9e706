import type * as z from 'zod';
import type { tokensSchema } from '../sign-in/schema.ts';
import { setting } from '../../settings/settings.ts';
import type { Account, Session } from '../../access/model.ts';
import { create, type Write } from '../../store/transact.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { newRefreshToken, newTokenFamily } from '../../access/credentials.ts';
import { epochSeconds, instant } from '../../kernel/clock.ts';
import { addLogFields } from '../../kernel/log.ts';
import { sessionKey } from '../../access/records.ts';

export type Tokens = z.infer<typeof tokensSchema>;

/**
 * When a session ends unless it is refreshed before (epoch seconds): `REFRESH_TOKEN_SECONDS` from now, but never later than
 * `LOGIN_SECONDS` after the login (decisions.md §Accounts and abuse, "Sessions").
 */
export const sessionEnd = ({ createdAt }: Pick<Session, 'createdAt'>): number =>
  Math.min(epochSeconds() + setting('REFRESH_TOKEN_SECONDS'), loginEnd({ createdAt }));

/** When a login ends for good (epoch seconds). */
export const loginEnd = ({ createdAt }: Pick<Session, 'createdAt'>): number =>
  Math.floor(Date.parse(createdAt) / 1000) + setting('LOGIN_SECONDS');

/** Characters of `User-Agent` that are kept. */
const MOST_USER_AGENT = 200;

/** What a login says of the client, as it is kept. */
export const keptUserAgent = (userAgent: string | undefined): string | null =>
  userAgent
    ?.replace(/[^\x20-\x7e]/g, '')
    .slice(0, MOST_USER_AGENT)
    .trim() || null;

/**
 * A new login: its record, the refresh token to hand out, and the write that makes it true. Further log lines of the run
 * name both.
 *
 * @param userAgent of the client, for the person's list of logins
 */
export function openSession(
  account: Account,
  userAgent?: string,
): {
  session: Session;
  refreshToken: string;
  write: Write;
} {
  const id = newId();
  addLogFields({ userId: account.id, sessionId: id });
  const family = newTokenFamily();
  const refreshToken = newRefreshToken(account.id, id, family);
  const session: Session = {
    id,
    userId: account.id,
    credentialsChangedAt: account.credentialsChangedAt,
    familyHash: sha256(family),
    refreshHash: sha256(refreshToken),
    previousHash: null,
    sealedSuccessor: null,
    rotatedAt: instant(),
    createdAt: instant(),
    revokedAt: null,
    userAgent: keptUserAgent(userAgent),
  };
  const item = { ...sessionKey(account.id, id), kind: 'session' as const, data: session, expiresAt: sessionEnd(session) };
  return { session, refreshToken, write: create(item) };
}
