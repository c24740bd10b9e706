import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { setting } from '#shared/platform/settings/settings.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { notConfigured, unauthorized, unavailable } from '#shared/base/kernel/errors.ts';
import { registerCache } from '#shared/base/kernel/caches.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { cleanName } from '../account/names.ts';
import { accountEmail } from '../account/store.ts';

/**
 * A person's identity at the external identity provider, from a verified ID token (OpenID Connect Core 1.0 §3.1.3.7). Settings:
 * `IDP_ISSUER`, `IDP_AUDIENCE` (the service's client id at the provider) and `IDP_JWKS_URL`; without them such logins get a 503.
 */
export interface IdpIdentity {
  issuer: string;
  /** The provider's identifier of the person, never reassigned to another one. */
  subject: string;
  /** The email, lower-case, if the provider has verified it; otherwise null. */
  verifiedEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  /** The hash of the ID token, and the time until which it is accepted (epoch seconds). */
  token: { hash: string; acceptedUntil: number };
}

/** Asymmetric signature algorithms only: with a shared secret (HS256), every verifier could also sign tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Tolerated clock skew. */
const TOLERANCE_SECONDS = 10;
const FETCH_MILLIS = 5_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, KeySet>();
registerCache(() => keySets.clear());

/** The provider's keys. They are cached, and fetched again when a token contains an unknown key id. */
function keysAt(url: string): KeySet {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: FETCH_MILLIS });
  keySets.set(url, known);
  return known;
}

const refused = () => unauthorized('The ID token is invalid, expired, or not for this service.');

/**
 * Verifies an ID token and returns the identity in it.
 *
 * @param nonce the nonce that the client sent to the provider, or null; it must equal the token's `nonce` claim, or both be absent
 * @throws 401 for a token whose signature, issuer, audience, expiry or nonce is wrong; 503 if no provider is configured or its keys
 *   cannot be fetched
 */
export async function identify(idToken: string, nonce: string | null): Promise<IdpIdentity> {
  const [issuer, audience, jwksUrl] = [setting('IDP_ISSUER'), setting('IDP_AUDIENCE'), setting('IDP_JWKS_URL')];
  if (!issuer || !audience || !jwksUrl) throw notConfigured('No identity provider is configured.');
  const options = {
    ...{ issuer, audience, algorithms: ALGORITHMS, currentDate: now(), clockTolerance: TOLERANCE_SECONDS },
    requiredClaims: ['sub', 'exp', 'iat'],
  };
  const { payload, protectedHeader } = await jwtVerify(idToken, keysAt(jwksUrl), options).catch((error: unknown) => {
    throw isRefusal(error)
      ? refused()
      : unavailable('The identity provider cannot be reached; try again.', { retryAfter: 60, cause: error });
  });
  // Refuses other tokens of the same provider, such as access tokens (`at+jwt`), which are not ID tokens (RFC 8725 §3.11).
  if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT') throw refused();
  // A token for several audiences must have been issued to this client, by its `azp` (OpenID Connect Core 1.0 §3.1.3.7, 4 and 5).
  const party = payload['azp'] ?? (Array.isArray(payload.aud) && payload.aud.length > 1 ? undefined : audience);
  if (party !== audience || (payload['nonce'] ?? null) !== nonce) throw refused();
  return identityIn(payload, issuer, idToken);
}

/** Whether an error of jose refuses the token. Other errors, such as a failed fetch of keys, mean that it could not be verified. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_(NO_MATCHING_KEY|MULTIPLE))/.test(code);
}

function identityIn(claims: JWTPayload, issuer: string, idToken: string): IdpIdentity {
  const text = (name: string, max: number): string | null => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? [...value.trim()].slice(0, max).join('') : null;
  };
  const email = accountEmail().safeParse(claims['email']);
  // Some providers write this boolean as a string.
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  return {
    issuer,
    subject: String(claims.sub),
    verifiedEmail: email.success && isVerified ? email.data : null,
    firstName: cleanName(text('given_name', 100)) ?? cleanName(text('name', 100)),
    lastName: cleanName(text('family_name', 100)),
    // Without the signature: an ECDSA signature can be changed into a second valid one, which would make a used token look new.
    token: { hash: sha256(idToken.slice(0, idToken.lastIndexOf('.'))), acceptedUntil: Number(claims.exp) + TOLERANCE_SECONDS },
  };
}
