import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { environment } from '../aws/environment.ts';
import { now } from '../kernel/clock.ts';
import { isId } from '../kernel/ids.ts';
import { verifierOf } from './published-keys.ts';

/** Claims of an access token (decisions.md: Access tokens). */
export interface AccessClaims {
  sub: string;
  email: string;
  /** The session that the token belongs to. */
  sid: string;
  iat: number;
  exp: number;
}

/** What a token claims, before anything is verified: good for deciding what to read, never for granting. */
export function claimedBy(token: string): { sub: string; sid: string } | null {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
    const { sub, sid } = claims;
    return typeof sub === 'string' && isId(sub) && typeof sid === 'string' && isId(sid) ? { sub, sid } : null;
  } catch {
    return null;
  }
}

/**
 * The verified claims; `expired` for a token of ours whose time is over, `invalid` for any that is not ours, in force and of the right kind
 * (RFC 8725).
 */
export async function verifyAccessToken(token: string): Promise<AccessClaims | 'expired' | 'invalid'> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const verifier = kid === undefined ? undefined : await verifierOf(kid);
    if (!verifier) return 'invalid';
    const issuer = environment('tokenIssuer');
    const { payload } = await jwtVerify(token, verifier, {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer,
      audience: issuer,
      currentDate: now(),
      requiredClaims: ['sub', 'sid', 'exp', 'iat', 'jti'],
    });
    // Of our own signature, and with the claims required above: issue-token.ts wrote it.
    return payload as unknown as AccessClaims;
  } catch (error) {
    // The end of a token is looked at last, after signature, issuer, audience and type.
    if (error instanceof errors.JWTExpired) return 'expired';
    // jose names every refusal by a code; anything else is a failure of ours and must not read as "invalid".
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return 'invalid';
    if (error instanceof TypeError) return 'invalid'; // Not a compact JWT at all.
    throw error;
  }
}
