import { type PresentedToken, readRefreshToken } from '../../access/credentials.ts';
import type { Account, Session } from '../../access/model.ts';
import { readAccount, readSession } from '../../access/records.ts';

/** A refresh token with the session and the account that it names. */
export interface FoundSession {
  presented: PresentedToken;
  session: Session | undefined;
  account: Account | undefined;
}

/** What a refresh token names, in one parallel round trip; undefined for text that is no refresh token. */
export async function findSession(token: string): Promise<FoundSession | undefined> {
  const presented = readRefreshToken(token);
  if (!presented) return undefined;
  const [session, { account }] = await Promise.all([
    readSession(presented.userId, presented.sessionId),
    readAccount(presented.userId),
  ]);
  return { presented, session, account };
}
