import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { environment } from '#shared/platform/aws/environment.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import { verifierOf } from './published-keys.ts';

/** Claims of an access token (ACC-52, ACC-53). */
export interface AccessClaims {
  sub: string;
  email: string;
  /** The session that the token belongs to. */
  sid: string;
  iat: number;
  exp: number;
}

/** The unverified claims of a token: they may decide what to read, but never grant access. Null for a malformed token. */
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
 * The verified claims; `expired` for a token that the service signed but that has expired; `invalid` for every other token (RFC
 * 8725).
 *
 * @throws any failure other than a refused token, such as a failed read of the keys
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
    // The signature is ours and the required claims are present, so issue-token.ts wrote this payload.
    return payload as unknown as AccessClaims;
  } catch (error) {
    // jose checks the expiry last, after signature, issuer, audience and type.
    if (error instanceof errors.JWTExpired) return 'expired';
    // Every refusal by jose has a code; any other error is an internal failure and must not be reported as "invalid".
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return 'invalid';
    if (error instanceof TypeError) return 'invalid'; // Not a compact JWT at all.
    throw error;
  }
}
