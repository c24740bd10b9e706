import { type PresentedToken, readRefreshToken } from '../../access/credentials.ts';
import type { Account, Session } from '../../access/model.ts';
import { readAccount, readSession } from '../../access/records.ts';
import { found } from '../../kernel/errors.ts';
import { queryItems } from '../../store/read.ts';
import { type Item, userPartition } from '../../store/table.ts';

/** A session with the time until which it can be refreshed (epoch seconds). */
export type SessionItem = Item & { data: Session; expiresAt: number };

/** Sessions of a person that are read: the newest ones. */
const MOST = 200;

/** The person's newest sessions, those that have ended too until the table drops them. */
export async function readSessions(userId: string): Promise<SessionItem[]> {
  return queryItems<SessionItem>({ partition: userPartition(userId), beginsWith: 'SESSION#' }, { descending: true, limit: MOST });
}

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

/** A session of the person's own. @throws 404 for one that has ended, or is another person's */
export async function findOwnSession(userId: string, id: string): Promise<Session> {
  const session = await readSession(userId, id);
  return found(session?.revokedAt === null ? session : undefined, 'Session');
}

/** The sessions that nothing has ended, the one used last first. Pure. */
export const inForce = (
  items: readonly SessionItem[],
  { credentialsChangedAt }: Pick<Account, 'credentialsChangedAt'>,
): SessionItem[] =>
  items
    .filter(({ data }) => data.revokedAt === null && data.credentialsChangedAt === credentialsChangedAt)
    .sort((a, b) => (a.data.rotatedAt < b.data.rotatedAt ? 1 : -1));
