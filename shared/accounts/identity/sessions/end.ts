import type { Account, Session } from '#shared/platform/access/model.ts';
import { sessionKey } from '#shared/platform/access/records.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { type Commit, ConditionFailed, transact, update, type Write } from '#shared/platform/store/transact.ts';
import { endingSessions, setFields } from '../account/writes.ts';
import { standing } from './standing.ts';
import type { FoundSession } from './store.ts';

/** Ends sessions: their refresh tokens and their access tokens are refused from then on. */

/** The write that ends a session. @param gone the error if the session does not exist or has ended; default `ConditionFailed` */
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

/** Ends a session at once. Idempotent. */
export async function endSession(session: Pick<Session, 'userId' | 'id'>): Promise<void> {
  try {
    await transact([endingWrite(session)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/**
 * Ends the session of a refresh token, even if the token was used before, because its holder wants to log out. An unknown token
 * is not an error (RFC 7009 §2.2).
 */
export async function logOut(found: FoundSession | undefined): Promise<void> {
  if (!found?.session || standing(found.session, found.presented, now()) === 'unknown') return;
  addLogFields({ userId: found.session.userId, sessionId: found.session.id });
  await endSession(found.session);
}

/** Ends one of the user's sessions. @throws 404 if it has ended meanwhile */
export const endOne = (session: Session, commit: Commit<void>): Promise<void> =>
  commit([endingWrite(session, () => notFound('Session'))], undefined);

/**
 * Ends all sessions of a user except the caller's, and logins that still wait for their second factor. Two writes suffice for any
 * number of sessions: a session is valid only while its `credentialsChangedAt` equals the account's, which changes here; the
 * caller's session receives the new value.
 *
 * @throws 401 if the account's credentials changed after it was read; `ConditionFailed` if the caller's session has ended
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
