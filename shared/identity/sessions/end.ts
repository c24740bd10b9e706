import type { Account, Session } from '../../access/model.ts';
import { sessionKey } from '../../access/records.ts';
import { instant, now } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { addLogFields } from '../../kernel/log.ts';
import { type Commit, ConditionFailed, transact, update, type Write } from '../../store/transact.ts';
import { endingSessions, setFields } from '../account/writes.ts';
import { standing } from './standing.ts';
import type { FoundSession } from './store.ts';

/** Ends logins: their refresh tokens and their access tokens. */

/** The write that ends a session. @param gone the error when there is none, or it has ended */
const endingWrite = ({ userId, id }: Pick<Session, 'userId' | 'id'>, gone?: () => Error): Write =>
  update(
    sessionKey(userId, id),
    {
      expression: 'SET #data.revokedAt = :now',
      names: { '#data': 'data' },
      values: { ':now': instant(), ':null': null },
      condition: '#data.revokedAt = :null',
    },
    gone,
  );

/** Ends a session at once; one that has ended already stays so. */
export async function endSession(session: Pick<Session, 'userId' | 'id'>): Promise<void> {
  try {
    await transact([endingWrite(session)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/**
 * Ends the login of a refresh token, also of one that was used before: who holds it is leaving. Says nothing of a token that is
 * unknown, as RFC 7009 §2.2 has it.
 */
export async function logOut(found: FoundSession | undefined): Promise<void> {
  if (!found?.session || standing(found.session, found.presented, now()) === 'unknown') return;
  addLogFields({ userId: found.session.userId, sessionId: found.session.id });
  await endSession(found.session);
}

/** Ends one of the person's sessions. @throws 404 for one that has ended meanwhile */
export const endOne = (session: Session, commit: Commit<void>): Promise<void> =>
  commit([endingWrite(session, () => notFound('Session'))], undefined);

/**
 * Ends all sessions of a person but the one that asks, and logins that have not shown their second factor yet. Two writes, however many
 * there are: what the others were opened under is over.
 */
export function endOthers(account: Account, sessionId: string, commit: Commit<void>): Promise<void> {
  const changes = endingSessions(account);
  const kept = update(sessionKey(account.id, sessionId), {
    expression: 'SET #data.credentialsChangedAt = :epoch',
    names: { '#data': 'data' },
    values: { ':epoch': changes.credentialsChangedAt, ':null': null },
    condition: '#data.revokedAt = :null',
  });
  return commit([setFields(account, changes), kept], undefined);
}
