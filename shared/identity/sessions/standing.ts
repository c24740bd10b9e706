import type { PresentedToken } from '../../access/credentials.ts';
import type { Session } from '../../access/model.ts';

/** Seconds for which the predecessor of a refresh token may still be presented: its answer was lost (decisions.md: Refresh tokens). */
export const GRACE_SECONDS = 10;

/**
 * What a presented refresh token is to its session: `current`, `lost` (the answer that replaced it got lost), `reused`, or
 * `unknown`: none of ours, which must not be able to end a login.
 */
export function standing(
  session: Session | undefined,
  presented: PresentedToken,
  at: Date,
): 'current' | 'lost' | 'reused' | 'unknown' {
  if (!session || session.revokedAt !== null || session.familyHash !== presented.familyHash) return 'unknown';
  if (session.refreshHash === presented.hash) return 'current';
  const age = at.getTime() - new Date(session.rotatedAt).getTime();
  return session.previousHash === presented.hash && age <= GRACE_SECONDS * 1000 ? 'lost' : 'reused';
}
