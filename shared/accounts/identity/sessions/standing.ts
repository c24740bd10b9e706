import type { PresentedToken } from '#shared/platform/access/credentials.ts';
import type { Session } from '#shared/platform/access/model.ts';

/** Seconds for which a replaced refresh token is accepted again, as the response may be lost (ACC-55). */
export const GRACE_SECONDS = 10;

/**
 * The state of a presented refresh token: `current`; `lost` if it was replaced within `GRACE_SECONDS`, so that the client probably
 * did not receive the response; `reused` for any other used token of the session; `unknown` for a forged token or an ended session.
 * An `unknown` token must not end the session.
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
