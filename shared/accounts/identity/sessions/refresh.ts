import type { Session } from '#shared/platform/access/model.ts';
import { newRefreshToken, type PresentedToken } from '#shared/platform/access/credentials.ts';
import { sessionKey } from '#shared/platform/access/records.ts';
import { epochSeconds, instant, now } from '#shared/base/kernel/clock.ts';
import { forbidden, unauthorized } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { addLogFields, logSecurityEvent } from '#shared/base/kernel/log.ts';
import { seal, unseal } from '#shared/base/kernel/seal.ts';
import { type Commit, ConditionFailed, update, type Write } from '#shared/platform/store/transact.ts';
import { endSession } from './end.ts';
import { issueAccessToken } from './issue-token.ts';
import { loginEnd, sessionEnd, type Tokens } from './open.ts';
import { standing } from './standing.ts';
import type { FoundSession } from './store.ts';

/** The purpose that binds the encryption of a successor to its session (kernel/seal.ts). */
const purpose = (sessionId: string): string => `refresh-successor ${sessionId}`;

/** Encrypts the successor of a refresh token under its predecessor, so that only a holder of the predecessor can read it. */
export const sealSuccessor = (predecessor: PresentedToken, successor: string): string =>
  seal(predecessor.token, purpose(predecessor.sessionId), Buffer.from(successor)).toString('base64url');

/** Decrypts a successor from `sealSuccessor`. */
export const openSuccessor = (predecessor: PresentedToken, sealed: string): string =>
  unseal(predecessor.token, purpose(predecessor.sessionId), Buffer.from(sealed, 'base64url')).toString();

/**
 * Exchanges a refresh token for an access token and a new refresh token, its successor. Each token can be used once (RFC 9700
 * §4.14). A used token is presented again either by a client that did not receive the response or by a thief: within 10 seconds,
 * the immediate predecessor of the current token is given the same successor again; any other reuse ends the session
 * (ACC-55).
 *
 * @throws 401 for a token that is unknown, expired, revoked or used; 403 for an inactive account
 */
export async function refresh(found: FoundSession | undefined, commit: Commit<Tokens>): Promise<Tokens> {
  if (!found) throw refused();
  const { presented, session, account } = found;
  const state = standing(session, presented, now());
  if (!session || state === 'unknown') throw refused();
  addLogFields({ userId: session.userId, sessionId: session.id });
  if (state === 'reused') {
    logSecurityEvent('session.refresh_token_reused', 'refused');
    // Written without `commit`, which takes the result of a success: the response is a 401.
    await endSession(session);
    throw refused();
  }
  if (!account?.active) throw forbidden('account_inactive', 'The account is inactive.');
  if (session.credentialsChangedAt !== account.credentialsChangedAt) throw refused();
  if (loginEnd(session) <= epochSeconds()) throw refused();
  // Signed before the commit: if signing fails, the refresh token remains usable.
  const token = await issueAccessToken(account, session);
  if (state === 'lost') return { token, refresh_token: openSuccessor(presented, session.sealedSuccessor ?? '') };
  const successor = newRefreshToken(account.id, session.id, presented.family);
  try {
    return await commit([rotation(session, presented, successor)], { token, refresh_token: successor });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // A concurrent refresh used the token first: decide again by the stored session, in which the token is no longer `current`.
    return refresh({ presented, account, session: error.found?.['data'] as Session | undefined }, commit);
  }
}

const refused = () => unauthorized('The refresh token is invalid, expired or used; log in again.');

const rotation = (session: Session, presented: PresentedToken, successor: string): Write =>
  update(sessionKey(session.userId, session.id), {
    expression:
      'SET #data.refreshHash = :next, #data.previousHash = :used, #data.sealedSuccessor = :sealed, #data.rotatedAt = :now, expiresAt = :expires',
    names: { '#data': 'data' },
    values: {
      ':next': sha256(successor),
      ':used': presented.hash,
      ':sealed': sealSuccessor(presented, successor),
      ':now': instant(),
      ':expires': sessionEnd(session),
      ':null': null,
    },
    condition: '#data.refreshHash = :used AND #data.revokedAt = :null',
  });
