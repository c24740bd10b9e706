import type { Account, Session } from '../../access/model.ts';
import { readSession } from '../../access/records.ts';
import { found } from '../../kernel/errors.ts';
import { queryItems } from '../../store/read.ts';
import { type Item, userPartition } from '../../store/table.ts';

/** A session with the time until which it can be refreshed (epoch seconds). */
export type SessionItem = Item & { data: Session; expiresAt: number };

/** Sessions of a person that are read: the newest ones. */
const MOST = 200;

/** The person's sessions that are in force, the one used last first. */
export async function readSessions(userId: string): Promise<SessionItem[]> {
  return queryItems<SessionItem>({ partition: userPartition(userId), beginsWith: 'SESSION#' }, { descending: true, limit: MOST });
}

/** A session of the person's own. @throws 404 for one that has ended, or is another person's */
export async function findOwnSession(userId: string, id: string): Promise<Session> {
  const session = await readSession(userId, id);
  return found(session?.revokedAt === null ? session : undefined, 'Session');
}

/** Those of them that nothing has ended. Pure. */
export const inForce = (
  items: readonly SessionItem[],
  { credentialsChangedAt }: Pick<Account, 'credentialsChangedAt'>,
): SessionItem[] =>
  items
    .filter(({ data }) => data.revokedAt === null && data.credentialsChangedAt === credentialsChangedAt)
    .sort((a, b) => (a.data.rotatedAt < b.data.rotatedAt ? 1 : -1));
