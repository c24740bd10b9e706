import type { Session } from '../../access/model.ts';
import { newRefreshToken, type PresentedToken } from '../../access/credentials.ts';
import { sessionKey } from '../../access/records.ts';
import { epochSeconds, instant, now } from '../../kernel/clock.ts';
import { forbidden, unauthorized } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { addLogFields, logSecurityEvent } from '../../kernel/log.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import { type Commit, ConditionFailed, update, type Write } from '../../store/transact.ts';
import { endSession } from './end.ts';
import { issueAccessToken } from './issue-token.ts';
import { loginEnd, sessionEnd, type Tokens } from './open.ts';
import { standing } from './standing.ts';
import type { FoundSession } from './store.ts';

/** What the successor of a refresh token is sealed for. */
const purpose = (sessionId: string): string => `refresh-successor ${sessionId}`;

/** The successor, readable only to who holds its predecessor. */
export const sealSuccessor = (predecessor: PresentedToken, successor: string): string =>
  seal(predecessor.token, purpose(predecessor.sessionId), Buffer.from(successor)).toString('base64url');

/** The successor that was sealed for this token. */
export const openSuccessor = (predecessor: PresentedToken, sealed: string): string =>
  unseal(predecessor.token, purpose(predecessor.sessionId), Buffer.from(sealed, 'base64url')).toString();

/**
 * Exchanges a refresh token for new tokens. It is good for one refresh (RFC 9700 §4.14): its use puts a successor in its place. A used
 * one that comes back is either a client whose answer was lost, or a thief: within 10 seconds the immediate predecessor gets the same
 * successor again, everything else ends the login (decisions.md: Refresh tokens).
 *
 * @throws 401 for a token that is unknown, expired, revoked or used; 403 for an inactive account.
 */
export async function refresh(found: FoundSession | undefined, commit: Commit<Tokens>): Promise<Tokens> {
  if (!found) throw refused();
  const { presented, session, account } = found;
  const state = standing(session, presented, now());
  if (!session || state === 'unknown') throw refused();
  addLogFields({ userId: session.userId, sessionId: session.id });
  if (state === 'reused') {
    logSecurityEvent('session.refresh_token_reused', 'refused');
    // Not the caller's `commit`: the answer is a refusal all the same.
    await endSession(session);
    throw refused();
  }
  if (!account?.active) throw forbidden('account_inactive', 'The account is inactive.');
  if (session.credentialsChangedAt !== account.credentialsChangedAt) throw refused();
  if (loginEnd(session) <= epochSeconds()) throw refused();
  // Signed before anything is committed: a failure of the signer must not use up the token.
  const token = await issueAccessToken(account, session);
  if (state === 'lost') return { token, refresh_token: openSuccessor(presented, session.sealedSuccessor ?? '') };
  const successor = newRefreshToken(account.id, session.id, presented.family);
  try {
    return await commit([rotation(session, presented, successor)], { token, refresh_token: successor });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Another refresh with the same token was first: judge again by what it left. It cannot be `current` any more.
    return refresh({ presented, account, session: error.found?.['data'] as Session | undefined }, commit);
  }
}

const refused = () => unauthorized('The refresh token is invalid, expired or used.');

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
