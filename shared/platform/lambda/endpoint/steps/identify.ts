import { readAccount, readApiToken, readSession } from '#shared/platform/access/records.ts';
import { verifyAccessToken } from '#shared/platform/access/access-token.ts';
import { isOfEpoch } from '#shared/platform/access/epoch.ts';
import type { Actor, ApiToken, Membership } from '#shared/platform/access/model.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { forbidden, unauthorized } from '#shared/base/kernel/errors.ts';
import { type Credential, CREDENTIAL_REFUSALS, refusedCredential, type RefusedCredential } from './credential.ts';

/** A credential that the service issued and that is neither expired nor, for an API key, revoked. */
export type Verified =
  { kind: 'session'; userId: string; sessionId: string } | { kind: 'api-key'; userId: string; apiToken: ApiToken };

/** Verifies a credential. Refuses one that is missing, malformed, forged, unknown, expired or (an API key) revoked. */
export async function verify(credential: Credential): Promise<Verified | RefusedCredential> {
  if (credential.kind === 'session') {
    const claims = await verifyAccessToken(credential.token);
    if (typeof claims === 'string') return refusedCredential(claims === 'expired' ? 'expiredToken' : 'invalidToken');
    return { kind: 'session', userId: claims.sub, sessionId: claims.sid };
  }
  if (credential.kind === 'api-key') {
    const { userId, hash } = credential;
    const apiToken = await readApiToken(userId, hash);
    if (!apiToken) return refusedCredential('unknownKey');
    if (apiToken.revokedAt) return refusedCredential('revokedKey');
    const expired = apiToken.expireAt != null && apiToken.expireAt <= now().toISOString();
    return expired ? refusedCredential('expiredKey') : { kind: 'api-key', userId, apiToken };
  }
  return credential;
}

/** The owner of a credential, and the memberships that it gives access to. */
export interface Caller {
  account: Actor['account'];
  memberships: Membership[];
  sessionId: string | null;
  loggedInAt: string | null;
  apiToken: ApiToken | null;
}

/**
 * Loads the owner of a verified credential. @throws 401 if its session, account or membership has ended; 403 if the account is
 * inactive
 */
export async function identify(verified: Verified): Promise<Caller> {
  if (verified.kind === 'session') {
    const [session, { account, memberships }] = await Promise.all([
      readSession(verified.userId, verified.sessionId),
      readAccount(verified.userId),
    ]);
    if (!session || session.revokedAt || session.credentialsChangedAt !== account?.credentialsChangedAt)
      throw unauthorized(CREDENTIAL_REFUSALS.endedSession);
    if (!account.active) throw forbidden('account_inactive', 'The account is inactive.');
    const { id: sessionId, createdAt: loggedInAt } = session;
    return { account, memberships: memberships.filter(one => one.isActive), sessionId, loggedInAt, apiToken: null };
  }
  const { apiToken } = verified;
  const { account, memberships } = await readAccount(verified.userId);
  const membership = memberships.find(one => one.organizationId === apiToken.organizationId && one.isActive);
  // An API key ends with its account or membership (ACC-82): 401, not 403.
  if (!account?.active || !membership || !isOfEpoch(apiToken, account)) throw unauthorized(CREDENTIAL_REFUSALS.endedKey);
  return { account, memberships: [membership], sessionId: null, loggedInAt: null, apiToken };
}
