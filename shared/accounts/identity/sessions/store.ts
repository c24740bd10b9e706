import { type PresentedToken, readRefreshToken } from '#shared/platform/access/credentials.ts';
import type { Account, Session } from '#shared/platform/access/model.ts';
import { readAccount, readSession } from '#shared/platform/access/records.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type Item, userPartition } from '#shared/platform/store/table.ts';

/** A session; `expiresAt` is the time until which it can be refreshed (epoch seconds). */
export type SessionItem = Item & { data: Session; expiresAt: number };

/** The maximum number of sessions read for one user. */
const MOST = 200;

/** The user's newest sessions, including ended ones that the table's TTL has not deleted yet. */
export async function readSessions(userId: string): Promise<SessionItem[]> {
  return queryItems<SessionItem>({ partition: userPartition(userId), beginsWith: 'SESSION#' }, { descending: true, limit: MOST });
}

/** A refresh token with the session and the account whose ids it contains. */
export interface FoundSession {
  presented: PresentedToken;
  session: Session | undefined;
  account: Account | undefined;
}

/** The session and the account of a refresh token, read in parallel; undefined for a malformed token. */
export async function findSession(token: string): Promise<FoundSession | undefined> {
  const presented = readRefreshToken(token);
  if (!presented) return undefined;
  const [session, { account }] = await Promise.all([
    readSession(presented.userId, presented.sessionId),
    readAccount(presented.userId),
  ]);
  return { presented, session, account };
}

/** One of the user's own sessions. @throws 404 if it has ended, or is another user's */
export async function findOwnSession(userId: string, id: string): Promise<Session> {
  const session = await readSession(userId, id);
  return found(session?.revokedAt === null ? session : undefined, 'Session');
}

/** The sessions that have not been ended, the most recently used first. Pure. */
export const inForce = (
  items: readonly SessionItem[],
  { credentialsChangedAt }: Pick<Account, 'credentialsChangedAt'>,
): SessionItem[] =>
  items
    .filter(({ data }) => data.revokedAt === null && data.credentialsChangedAt === credentialsChangedAt)
    .sort((a, b) => (a.data.rotatedAt < b.data.rotatedAt ? 1 : -1));
